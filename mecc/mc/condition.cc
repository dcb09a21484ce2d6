// Parses conditions: .if (a + 1 < b && !BIT(c, 3)). condition_code.cc generates their code.
#include "mecc/mc/operation.h"
#include "mecc/mc/parser.h"

#include <fmt/format.h>

namespace mecc::mc {

using Kind = Condition::Kind;

namespace {

// Position of a token outside parentheses, or npos.
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

bool wrapped(std::string_view t) { // whether one pair of parentheses encloses the whole text
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

bool holds(const std::string& op, int64_t a, int64_t b) {
  return op == "=="   ? a == b
         : op == "!=" ? a != b
         : op == "<"  ? a < b
         : op == "<=" ? a <= b
         : op == ">"  ? a > b
                      : a >= b;
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
    c.left.slot = source(a[0]);
    c.value = known_number(a[1], 0, 31, "bit number");
  } else if (name == "byte") {
    need(2, "BYTE(register, byte) == value");
    c.kind = Kind::Byte;
    c.left.slot = source(a[0]);
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

Condition Parser::relation(const Piece& p, bool is_unsigned) {
  if (auto code = predicate(p); code && code->kind != Kind::Context) return *code;
  Condition c;
  c.at = place(p);
  c.is_unsigned = is_unsigned;
  const auto r = relational(p.text);
  if (!r) {
    if (predicate(p)) fail(p, "CTX() is compared: CTX() == number");
    c.left = value(read_operation(p));
    c.kind = Kind::Truth;
    if (const auto known = c.left.known()) {
      c.kind = Kind::Constant;
      c.value = *known != 0;
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
  for (const Piece& side : {l, rhs})
    if (const auto other = predicate(side))
      fail(side, other->kind == Kind::Context || other->kind == Kind::Byte
                     ? "CTX() and BYTE() must be on the left: CTX() == number"
                     : "it is true or false already; remove the comparison, or negate it with !");
  c.kind = Kind::Relation;
  c.left = value(read_operation(l));
  c.right = value(read_operation(rhs));
  if (const auto a = c.left.known(), b = c.right.known(); a && b) {
    c.kind = Kind::Constant;
    c.value = holds(c.op, *a, *b);
  }
  return c;
}

// An operation whose value is known becomes a constant.
Value Parser::value(const Operation& o) {
  Value v;
  v.at = place(o.text);
  if (o.op.empty()) {
    v.slot = source(o.text);
    return v;
  }
  bool constant = true;
  for (const Operation& part : o.parts) {
    v.parts.push_back(value(part));
    constant = constant && v.parts.back().is_constant();
  }
  if (constant) {
    v.parts.clear();
    v.slot.kind = Slot::Kind::Constant;
    v.slot.at = v.at;
    v.slot.number = number(o.text);
    return v;
  }
  v.op = o.op;
  if (v.op == "*" || v.op == "/" || v.op == "%")
    fail(o.text,
         fmt::format("'{}' is for constants only; registers are multiplied by mul_step", v.op));
  if ((v.op == "<<" || v.op == ">>") && v.parts[1].is_constant()) {
    const auto amount = v.parts[1].known();
    if (!amount || *amount < 0 || *amount > 31)
      fail(o.parts[1].text, "the amount of a shift must be 0 to 31, and known here");
  }
  return v;
}

} // namespace mecc::mc
