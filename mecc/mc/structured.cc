// Structured flow. A condition becomes compare-and-branch pairs that stop as soon as the outcome is
// known; loops test at the bottom:
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

using Kind = Condition::Kind;

// ---- reading conditions

namespace {

// Position of a two-character or one-character operator outside parentheses, or npos.
size_t find_outside(std::string_view text, std::string_view token, size_t from = 0) {
  int depth = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '(' || text[i] == '[') ++depth;
    if (text[i] == ')' || text[i] == ']') --depth;
    if (depth == 0 && i >= from && text.substr(i).starts_with(token)) return i;
  }
  return std::string_view::npos;
}

Piece sub(const Piece& p, size_t begin, size_t end) {
  return trim(p.text.substr(begin, end - begin), p.offset + static_cast<uint32_t>(begin));
}

bool wrapped(std::string_view t) { // one pair of parentheses around all of it
  if (t.size() < 2 || t.front() != '(' || t.back() != ')') return false;
  int depth = 0;
  for (size_t i = 0; i < t.size(); ++i) {
    if (t[i] == '(') ++depth;
    if (t[i] == ')' && --depth == 0) return i + 1 == t.size();
  }
  return false;
}

struct Relational {
  std::string op;
  size_t at;
};

// ==, !=, <=, >=, <, > but neither << nor >>.
std::optional<Relational> relational(std::string_view t) {
  int depth = 0;
  for (size_t i = 0; i < t.size(); ++i) {
    const char c = t[i];
    if (c == '(' || c == '[') ++depth;
    if (c == ')' || c == ']') --depth;
    if (depth) continue;
    const std::string_view two = t.substr(i, 2);
    if (two == "<<" || two == ">>") {
      ++i;
      continue;
    }
    if (two == "==" || two == "!=" || two == "<=" || two == ">=")
      return Relational{std::string(two), i};
    if (c == '<' || c == '>') return Relational{std::string(1, c), i};
    if (c == '=') return Relational{"=", i};
  }
  return std::nullopt;
}

} // namespace

Condition Parser::condition(const Piece& p, bool is_unsigned) {
  if (p.empty()) fail(p, "a condition is expected");
  for (const auto& [token, kind] : {std::pair("||", Kind::Or), std::pair("&&", Kind::And)}) {
    size_t at = find_outside(p.text, token);
    if (at == std::string_view::npos) continue;
    Condition c;
    c.kind = kind;
    c.at = place(p);
    size_t begin = 0;
    for (; at != std::string_view::npos; at = find_outside(p.text, token, begin)) {
      c.parts.push_back(condition(sub(p, begin, at), is_unsigned));
      begin = at + 2;
    }
    c.parts.push_back(condition(sub(p, begin, p.text.size()), is_unsigned));
    return c;
  }
  if (p.text.front() == '!' && !p.text.starts_with("!=")) {
    Condition c;
    c.kind = Kind::Not;
    c.at = place(p);
    c.parts.push_back(condition(sub(p, 1, p.text.size()), is_unsigned));
    return c;
  }
  if (wrapped(p.text)) return condition(sub(p, 1, p.text.size() - 1), is_unsigned);
  return relation(p, is_unsigned);
}

// BIT(x, n), BYTE(x, n), CTX(), SIGNAL(s), INP_STATE(s); condition codes =0, !=0, >0, COUT, ...
std::optional<Condition> Parser::predicate(const Piece& p) {
  static const std::pair<const char*, const char*> kCodes[] = {
      {"=0", "beq"}, {"==0", "beq"}, {"!=0", "bne"},  {"<0", "bmi"}, {">=0", "bpl"},
      {">0", "bgt"}, {"<=0", "ble"}, {"cout", "bcs"}, {"ovf", "bvs"}};
  std::string squeezed;
  for (char c : lower(p.text))
    if (c != ' ') squeezed += c;
  Condition c;
  c.at = place(p);
  for (const auto& [text, mnemonic] : kCodes)
    if (squeezed == text && !names_.find(std::string(p.text), names_.current())) {
      c.kind = Kind::Code;
      c.op = mnemonic;
      return c;
    }
  const size_t open = p.text.find('(');
  if (open == std::string_view::npos || open == 0 || p.text.back() != ')' ||
      !wrapped(p.text.substr(open)))
    return std::nullopt;
  const std::string name = lower(sub(p, 0, open).text);
  const std::vector<Piece> a = split_commas(sub(p, open + 1, p.text.size() - 1));
  const auto need = [&](size_t n, const char* syntax) {
    if (a.size() != n || a[0].empty()) fail(p, fmt::format("write {}", syntax));
  };
  if (name == "bit") {
    need(2, "BIT(register, bit)");
    c.kind = Kind::Bit;
    c.left = source(a[0]);
    c.value = known_number(a[1], 0, 31, "bit number");
  } else if (name == "byte") {
    need(2, "BYTE(register, byte) == value");
    c.kind = Kind::Byte;
    c.left = source(a[0]);
    c.value = known_number(a[1], 0, 3, "byte number");
    c.op = "!="; // alone: not zero
  } else if (name == "ctx") {
    if (a.size() != 1 || !a[0].empty()) fail(p, "write CTX() == number");
    c.kind = Kind::Context;
  } else if (name == "signal") {
    need(1, "SIGNAL(name)");
    c.kind = Kind::Signal;
    c.signal = signal(a[0]);
  } else if (name == "inp_state") {
    need(1, "INP_STATE(name)");
    c.kind = Kind::InputState;
    c.value = input_state(a[0]);
  } else {
    return std::nullopt;
  }
  return c;
}

// One ALU operation whose result is tested: a & b, a | b, a ^ b, perhaps in parentheses.
std::optional<Condition> Parser::alu_test(const Piece& p) {
  if (wrapped(p.text)) return alu_test(sub(p, 1, p.text.size() - 1));
  for (const char* op : {"&", "|", "^"}) {
    const size_t at = find_outside(p.text, op, 1);
    if (at == std::string_view::npos) continue;
    const Piece l = sub(p, 0, at), r = sub(p, at + 1, p.text.size());
    if (!names_register(l) && !names_register(r)) return std::nullopt;
    Condition c;
    c.kind = Kind::Alu;
    c.at = place(p);
    c.op = *op == '&' ? "AND" : *op == '|' ? "OR" : "XOR";
    c.left = source(l);
    c.right = source(r);
    return c;
  }
  return std::nullopt;
}

Condition Parser::relation(const Piece& p, bool is_unsigned) {
  if (auto code = predicate(p); code && code->kind != Kind::Context) return *code;
  Condition c;
  c.at = place(p);
  c.is_unsigned = is_unsigned;
  const auto r = relational(p.text);
  if (!r) {
    if (predicate(p)) fail(p, "CTX() is compared: CTX() == number");
    if (auto test = alu_test(p)) return *test;
    c.left = source(p);
    c.kind = Kind::Truth;
    if (c.left.kind == Slot::Kind::Constant && c.left.number.known) {
      c.kind = Kind::Constant;
      c.value = *c.left.number.known != 0;
    }
    return c;
  }
  const Piece l = sub(p, 0, r->at), rhs = sub(p, r->at + r->op.size(), p.text.size());
  c.op = r->op;
  if (r->op == "=") fail(rhs, "'=' does not compare; write '=='");
  if (l.empty() || rhs.empty()) fail(p, fmt::format("'{}' needs an operand on both sides", r->op));
  if (auto special = predicate(l);
      special && (special->kind == Kind::Context || special->kind == Kind::Byte)) {
    if (r->op != "==" && r->op != "!=")
      fail(l, "CTX() and BYTE() can only be compared with == and !=");
    special->op = r->op;
    const bool byte = special->kind == Kind::Byte;
    const int64_t v = known_number(rhs, 0, byte ? 255 : 7, byte ? "byte value" : "context number");
    (byte ? special->compare : special->value) = v;
    return *special;
  }
  if (auto test = alu_test(l)) { // (a & b) == 0
    if ((c.op != "==" && c.op != "!=") || number(rhs).known != 0)
      fail(rhs, "the result of an operation can only be compared with 0, by == or !=");
    if (c.op == "!=") return *test;
    c.kind = Kind::Not;
    c.parts.push_back(*test);
    return c;
  }
  c.kind = Kind::Relation;
  c.left = source(l);
  c.right = source(rhs);
  if (c.left.kind == Slot::Kind::Constant && c.right.kind == Slot::Kind::Constant &&
      c.left.number.known && c.right.number.known) {
    const int64_t a = *c.left.number.known, b = *c.right.number.known;
    c.kind = Kind::Constant;
    c.value = c.op == "=="   ? a == b
              : c.op == "!=" ? a != b
              : c.op == "<"  ? a < b
              : c.op == "<=" ? a <= b
              : c.op == ">"  ? a > b
                             : a >= b;
  }
  return c;
}

// ---- instructions for conditions

void Parser::emit_branch(const char* mnemonic, LabelId target, Place at) {
  Instr i;
  i.word.opcode = find_opcode(mnemonic).value();
  i.at = at;
  i.implicit = true;
  i.target = names_.use_label(target, at);
  append(std::move(i));
}

// alu[--, left, operator, right] and the branch to `label` when the relation is `sense`.
void Parser::compare(const Condition& c, bool sense, LabelId label) {
  const auto is_zero = [](const Slot& s) {
    return s.kind == Slot::Kind::Constant && s.number.known && *s.number.known == 0;
  };
  Instr i;
  i.at = c.at;
  i.implicit = true;
  const bool equality = c.kind != Kind::Relation || c.op == "==" || c.op == "!=";
  std::string op = "-", branch;
  i.left = c.left;
  i.right = c.right;
  if (c.kind == Kind::Truth || (equality && c.kind == Kind::Relation && is_zero(c.right))) {
    op = "B";
    i.right = c.left;
    i.left = Slot{};
  } else if (c.kind == Kind::Alu) {
    op = c.op;
  }
  if (equality) {
    const bool equal = c.kind == Kind::Relation && c.op == "==";
    branch = equal == sense ? "beq" : "bne";
  } else if (!c.is_unsigned) {
    branch = c.op == "<"    ? (sense ? "blt" : "bge")
             : c.op == ">=" ? (sense ? "bge" : "blt")
             : c.op == ">"  ? (sense ? "bgt" : "ble")
                            : (sense ? "ble" : "bgt");
  } else { // C says "no borrow": left >= right after left - right
    const bool swapped = c.op == ">" || c.op == "<=";
    if (swapped) op = "B-A";
    const bool no_borrow = c.op == ">=" || c.op == "<=";
    branch = no_borrow == sense ? "bcs" : "bcc";
  }
  i.word.opcode = find_opcode("alu", op).value();
  append(std::move(i));
  emit_branch(branch.c_str(), label, c.at);
}

// Goes to `label` when the condition is `sense`, otherwise falls through.
void Parser::branch_if(const Condition& c, bool sense, LabelId label) {
  switch (c.kind) {
  case Kind::Not: return branch_if(c.parts[0], !sense, label);
  case Kind::Or:
  case Kind::And: {
    // (a || b) true, (a && b) false: any part decides. Else all but the last may jump over.
    if ((c.kind == Kind::Or) == sense) {
      for (const Condition& part : c.parts)
        branch_if(part, sense, label);
      return;
    }
    const LabelId over = names_.make_label("over");
    for (size_t k = 0; k + 1 < c.parts.size(); ++k)
      branch_if(c.parts[k], !sense, over);
    branch_if(c.parts.back(), sense, label);
    return stand_here(over);
  }
  case Kind::Constant:
    if ((c.value != 0) == sense) emit_branch("br", label, c.at);
    return;
  case Kind::Relation:
  case Kind::Truth:
  case Kind::Alu: return compare(c, sense, label);
  case Kind::Code: {
    static const std::map<std::string, std::string> kOpposite{
        {"beq", "bne"}, {"bne", "beq"}, {"bmi", "bpl"}, {"bpl", "bmi"},
        {"bgt", "ble"}, {"ble", "bgt"}, {"bcs", "bcc"}, {"bvs", "bvc"}};
    return emit_branch(sense ? c.op.c_str() : kOpposite.at(c.op).c_str(), label, c.at);
  }
  case Kind::Bit:
  case Kind::Byte:
  case Kind::Context:
  case Kind::Signal:
  case Kind::InputState: break;
  }
  const bool equal = (c.op == "!=") != sense;
  const char* mnemonic = c.kind == Kind::Bit       ? (sense ? "br_bset" : "br_bclr")
                         : c.kind == Kind::Byte    ? (equal ? "br=byte" : "br!=byte")
                         : c.kind == Kind::Context ? (equal ? "br=ctx" : "br!=ctx")
                         : c.kind == Kind::Signal  ? (sense ? "br_signal" : "br_!signal")
                                                   : (sense ? "br_inp_state" : "br_!inp_state");
  emit_branch(mnemonic, label, c.at);
  Instr& i = unit_.code.back();
  i.left = c.left;
  i.signal = c.signal;
  i.word.parameter = static_cast<uint8_t>(c.value);
  i.word.compare = static_cast<uint8_t>(c.compare);
}

// ---- blocks

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
  blocks_.push_back(b); // before the condition: a bad one must not unbalance .endif
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
