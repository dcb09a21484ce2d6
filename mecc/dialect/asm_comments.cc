#include "mecc/dialect/asm_comments.h"

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
    unit.resize(comment_);
    end_comment(State::Block);
  } else if (token.is(tok::r_brace) && (!several_lines_ || unit.size() == comment_)) {
    end_comment(State::Block); // what looked like a comment was instructions
  }
}

void AsmComments::end_comment(State next) {
  language_.AsmPreprocessor = false;
  state_ = next;
}

} // namespace mecc::dialect
