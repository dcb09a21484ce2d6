#include "mecc/dialect/asm_comments.h"

#include "mecc/dialect/asm_forms.h"

namespace mecc::dialect {

namespace tok = clang::tok;
using clang::Token;

void AsmComments::append(const Token& token, Tokens& unit) {
  if (state_ == State::Comment) comment(token, unit);
  switch (state_) {
  case State::Outside:
    if (token.is(tok::kw_asm)) state_ = State::BehindKeyword;
    break;
  case State::BehindKeyword:
    depth_ = 0;
    several_lines_ = false;
    state_ = token.is(tok::kw___attribute) ? State::Attribute : State::Outside;
    if (token.is(tok::l_brace)) block(token, unit);
    break;
  case State::Attribute:
    if (token.is(tok::l_paren)) ++depth_;
    if (token.is(tok::r_paren) && --depth_ == 0) state_ = State::BehindKeyword;
    break;
  case State::Block: block(token, unit); break;
  case State::Comment: break;
  }
  unit.push_back(token);
}

void AsmComments::block(const Token& token, const Tokens& unit) {
  state_ = State::Block;
  several_lines_ |= depth_ > 0 && token.isAtStartOfLine();
  if (token.is(tok::l_brace)) ++depth_;
  if (token.is(tok::r_brace) && --depth_ == 0) state_ = State::Outside;
  if (!token.is(tok::semi)) return;
  state_ = State::Comment;
  comment_ = unit.size() + 1;
  language_.AsmPreprocessor = true;
}

void AsmComments::comment(const Token& token, Tokens& unit) {
  if (token.isAtStartOfLine() || token.is(tok::eof)) {
    check(unit);
    unit.resize(comment_);
    end_comment(State::Block);
  } else if (token.is(tok::r_brace) && (!several_lines_ || unit.size() == comment_)) {
    end_comment(State::Block); // the text after ';' was instructions, not a comment
  }
}

// Warns if the removed comment looks like an instruction.
void AsmComments::check(const Tokens& unit) const {
  if (comment_ + 1 >= unit.size() || !unit[comment_].is(tok::identifier) ||
      !unit[comment_ + 1].is(tok::l_square))
    return;
  AsmLine line;
  line.name = canonical_opcode(pp_.getSpelling(unit[comment_]));
  if (find_asm_form(line) || is_asm_command(line.name) || is_asm_wait(line.name))
    report(pp_, unit[comment_].getLocation(), clang::DiagnosticsEngine::Warning,
           "this instruction is a comment, which ';' begins in a block of several lines; give it a "
           "line of its own");
}

void AsmComments::end_comment(State next) {
  language_.AsmPreprocessor = false;
  state_ = next;
}

} // namespace mecc::dialect
