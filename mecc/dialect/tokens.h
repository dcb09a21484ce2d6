// Making tokens that were not in the text. They carry the place of the text they stand for, so that
// carets and debug lines point at what the user wrote.
#pragma once

#include <clang/Lex/Preprocessor.h>

#include <string>
#include <vector>

namespace mecc::dialect {

using Tokens = std::vector<clang::Token>;

class TokenMaker {
public:
  explicit TokenMaker(clang::Preprocessor& pp) : pp_(pp) {}

  clang::Token word(llvm::StringRef name, clang::SourceLocation at) const; // identifier or keyword
  clang::Token punctuator(clang::tok::TokenKind kind, clang::SourceLocation at) const;
  clang::Token number(unsigned value, clang::SourceLocation at) const;
  clang::Token string(llvm::StringRef value, clang::SourceLocation at) const; // without quotes

private:
  clang::Token literal(clang::tok::TokenKind kind, const std::string& text,
                       clang::SourceLocation at) const;
  clang::Preprocessor& pp_;
};

// Whether the token is this name, keyword or not.
bool is_word(const clang::Token& token, llvm::StringRef name);

// The index after the bracket that closes the one at `open`, or tokens.size() when none does.
size_t after_group(const Tokens& tokens, size_t open);

// Errors and warnings of our own, printed by Clang with its carets.
clang::DiagnosticBuilder report(clang::Preprocessor& pp, clang::SourceLocation at,
                                clang::DiagnosticsEngine::Level level, llvm::StringRef text);

} // namespace mecc::dialect
