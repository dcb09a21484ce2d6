// Comments as assembly has them: in a block of several lines, from ';' to the end of the line. In a
// block on one line, as macros make them, ';' stands between instructions.
//
//     __asm { alu[s, a, +, b]        ; don't care
//             alu[t, t, +carry, 0] }
#pragma once

#include "mecc/dialect/tokens.h"

namespace mecc::dialect {

class AsmComments {
public:
  // A comment that begins as an instruction does gets a warning.
  AsmComments(clang::Preprocessor& pp, clang::LangOptions& language)
      : pp_(pp), language_(language) {}

  // Appends the next token of the unit; takes back those of a comment once it has ended.
  void append(const clang::Token& token, Tokens& unit);

private:
  enum class State { Outside, BehindKeyword, Attribute, Block, Comment };

  void block(const clang::Token& token, const Tokens& unit);
  void comment(const clang::Token& token, Tokens& unit);
  void end_comment(State next);
  void check(const Tokens& unit) const;

  clang::Preprocessor& pp_;
  clang::LangOptions& language_; // in which a comment may hold a single quote
  State state_ = State::Outside;
  unsigned depth_ = 0; // of brackets
  bool several_lines_ = false;
  size_t comment_ = 0; // index of its first token
};

} // namespace mecc::dialect
