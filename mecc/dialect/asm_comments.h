// Assembly comments: in a block of several lines, from ';' to the end of the line. In a block on
// one line, as macros produce them, ';' separates instructions.
//
//     __asm { alu[s, a, +, b]        ; don't care
//             alu[t, t, +carry, 0] }
#pragma once

#include "mecc/dialect/tokens.h"

namespace mecc::dialect {

class AsmComments {
public:
  // Warns of a comment that begins like an instruction.
  AsmComments(clang::Preprocessor& pp, clang::LangOptions& language)
      : pp_(pp), language_(language) {}

  // Appends the next token of the unit; removes the tokens of a comment at its end.
  void append(const clang::Token& token, Tokens& unit);

private:
  enum class State { Outside, BehindKeyword, Attribute, Block, Comment };

  void block(const clang::Token& token, const Tokens& unit);
  void comment(const clang::Token& token, Tokens& unit);
  void end_comment(State next);
  void check(const Tokens& unit) const;

  clang::Preprocessor& pp_;
  clang::LangOptions& language_; // adjusted so that a comment may contain a single quote
  State state_ = State::Outside;
  unsigned depth_ = 0; // bracket nesting
  bool several_lines_ = false;
  size_t comment_ = 0; // index of its first token
};

} // namespace mecc::dialect
