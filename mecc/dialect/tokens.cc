#include "mecc/dialect/tokens.h"

namespace mecc::dialect {

clang::Token TokenMaker::word(llvm::StringRef name, clang::SourceLocation at) const {
  clang::IdentifierInfo* info = pp_.getIdentifierInfo(name);
  clang::Token t;
  t.startToken();
  t.setKind(info->getTokenID());
  t.setIdentifierInfo(info);
  t.setLocation(at);
  t.setLength(name.size());
  return t;
}

clang::Token TokenMaker::punctuator(clang::tok::TokenKind kind, clang::SourceLocation at) const {
  clang::Token t;
  t.startToken();
  t.setKind(kind);
  t.setLocation(at);
  t.setLength(1);
  return t;
}

clang::Token TokenMaker::literal(clang::tok::TokenKind kind, const std::string& text,
                                 clang::SourceLocation at) const {
  clang::Token t;
  t.startToken();
  t.setKind(kind);
  pp_.CreateString(text, t, at, at);
  return t;
}

clang::Token TokenMaker::number(unsigned value, clang::SourceLocation at) const {
  return literal(clang::tok::numeric_constant, std::to_string(value), at);
}

clang::Token TokenMaker::string(llvm::StringRef value, clang::SourceLocation at) const {
  std::string text = "\"";
  for (const char c : value) {
    if (c == '"' || c == '\\') text += '\\';
    text += c == '\n' ? "\\n" : std::string(1, c);
  }
  return literal(clang::tok::string_literal, text + "\"", at);
}

bool is_word(const clang::Token& token, llvm::StringRef name) {
  return !token.isAnnotation() && token.getIdentifierInfo() &&
         token.getIdentifierInfo()->getName() == name;
}

size_t after_group(const Tokens& tokens, size_t open) {
  using namespace clang;
  size_t depth = 0;
  for (size_t i = open; i < tokens.size(); ++i) {
    if (tokens[i].isOneOf(tok::l_paren, tok::l_square, tok::l_brace)) ++depth;
    if (tokens[i].isOneOf(tok::r_paren, tok::r_square, tok::r_brace) && --depth == 0) return i + 1;
  }
  return tokens.size();
}

clang::DiagnosticBuilder report(clang::Preprocessor& pp, clang::SourceLocation at,
                                clang::DiagnosticsEngine::Level level, llvm::StringRef text) {
  clang::DiagnosticsEngine& d = pp.getDiagnostics();
  using Level = clang::DiagnosticsEngine::Level;
  if (level == Level::Warning) // Clang applies -w and -Werror to its own warnings alone
    level = d.getIgnoreAllWarnings()  ? Level::Ignored
            : d.getWarningsAsErrors() ? Level::Error
                                      : Level::Warning;
  return d.Report(at, d.getDiagnosticIDs()->getCustomDiagID(
                          static_cast<clang::DiagnosticIDs::Level>(level), text));
}

} // namespace mecc::dialect
