// Structured flow: .if, .while, .repeat. A condition becomes compare-and-branch pairs with
// short-circuit evaluation (condition_code.cc); loops test at the bottom:
//
//   .while (i < n)         alu[--, i, -, n]   bge[end]
//     body            body: ...
//   .endw                  alu[--, i, -, n]   blt[body]
//                    end:
//
// Comparisons are signed unless the directive ends in _unsigned.
#include "mecc/mc/flow.h"
#include "mecc/mc/parser.h"

#include <fmt/format.h>

namespace mecc::mc {

void Parser::report_open_blocks() {
  for (const Block& b : blocks_) {
    const char* closer = b.type == Block::Type::If      ? ".endif"
                         : b.type == Block::Type::While ? ".endw"
                                                        : ".until";
    unit_.error(b.at, fmt::format("this block is never closed; {} is missing", closer));
  }
}

Block& Parser::innermost(Block::Type type, const Piece& word, const char* opener) {
  if (blocks_.empty()) fail(word, fmt::format("{} without {}", lower(word.text), opener));
  if (blocks_.back().type != type) {
    unit_.error(place(word), fmt::format("{} without {}: another block is still open",
                                         lower(word.text), opener));
    unit_.note_place("opened here", blocks_.back().at);
    throw SyntaxError(kNothing, "");
  }
  return blocks_.back();
}

void Parser::no_more(const Piece& word, const Piece& rest) {
  if (!rest.empty()) fail(rest, fmt::format("nothing is expected after {}", lower(word.text)));
}

static bool is_unsigned(const Piece& word) {
  return lower(word.text).ends_with("_unsigned");
}

void Parser::open_if(const Piece& word, const Piece& rest) {
  Block b{};
  b.type = Block::Type::If;
  b.at = place(word);
  b.next = names_.make_label("else");
  b.end = names_.make_label("endif");
  blocks_.push_back(b); // before the condition: an invalid one must not unbalance .endif
  branch_if(condition(rest, is_unsigned(word)), false, b.next);
}

void Parser::else_if(const Piece& word, const Piece& rest) {
  Block& b = innermost(Block::Type::If, word, ".if");
  if (b.has_else) fail(word, fmt::format("{} after .else", lower(word.text)));
  const bool open_end = unit_.code.empty() || !pending_labels_.empty() ||
                        unit_.code.back().word.defer || !never_falls_through(unit_.code.back());
  if (open_end) emit_branch("br", b.end, place(word));
  stand_here(b.next);
  b.next = names_.make_label("else");
  b.has_else = lower(word.text) == ".else";
  const LabelId next = b.next;
  if (b.has_else)
    no_more(word, rest);
  else
    branch_if(condition(rest, is_unsigned(word)), false, next);
}

void Parser::close_if(const Piece& word, const Piece& rest) {
  const Block b = innermost(Block::Type::If, word, ".if");
  no_more(word, rest);
  stand_here(b.next);
  stand_here(b.end);
  blocks_.pop_back();
}

void Parser::open_while(const Piece& word, const Piece& rest) {
  Block b{};
  b.type = Block::Type::While;
  b.at = place(word);
  b.next = names_.make_label("continue");
  b.end = names_.make_label("endw");
  b.body = names_.make_label("while");
  blocks_.push_back(b);
  Condition c = condition(rest, is_unsigned(word));
  branch_if(c, false, b.end);
  stand_here(b.body);
  blocks_.back().condition = std::move(c);
}

void Parser::close_while(const Piece& word, const Piece& rest) {
  const Block b = innermost(Block::Type::While, word, ".while");
  no_more(word, rest);
  stand_here(b.next);
  branch_if(b.condition, true, b.body);
  stand_here(b.end);
  blocks_.pop_back();
}

void Parser::open_repeat(const Piece& word, const Piece& rest) {
  Block b{};
  b.type = Block::Type::Repeat;
  b.at = place(word);
  b.next = names_.make_label("continue");
  b.end = names_.make_label("until");
  b.body = names_.make_label("repeat");
  no_more(word, rest);
  stand_here(b.body);
  blocks_.push_back(b);
}

void Parser::close_repeat(const Piece& word, const Piece& rest) {
  const Block b = innermost(Block::Type::Repeat, word, ".repeat");
  stand_here(b.next);
  branch_if(condition(rest, is_unsigned(word)), false, b.body);
  stand_here(b.end);
  blocks_.pop_back();
}

void Parser::leave_loop(const Piece& word, const Piece& rest) {
  no_more(word, rest);
  const std::string name = lower(word.text);
  for (auto b = blocks_.rbegin(); b != blocks_.rend(); ++b)
    if (b->type != Block::Type::If)
      return emit_branch("br", name == ".break" ? b->end : b->next, place(word));
  fail(word, fmt::format("{} outside a loop", name));
}

} // namespace mecc::mc
