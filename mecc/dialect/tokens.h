// Creates tokens that are not in the source. They have the location of the text that they replace,
// so that carets and debug lines point to the user's text.
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

// The index after the bracket that closes the one at `open`, or tokens.size() if it is not closed.
size_t after_group(const Tokens& tokens, size_t open);

// Our own errors and warnings, printed by Clang with its carets.
clang::DiagnosticBuilder report(clang::Preprocessor& pp, clang::SourceLocation at,
                                clang::DiagnosticsEngine::Level level, llvm::StringRef text);

} // namespace mecc::dialect
