// .print "format", value, ..                   prints when a context reaches the next instruction
// .print_if (condition), "format", value, ..   the same, if the condition holds
// .assert (condition)                          ends the run if the condition does not hold
//
// They generate no code, and are ignored with -D NDEBUG. Conditions and values have the syntax of
// .if.
#include "mecc/image/debug_format.h"
#include "mecc/mc/operation.h"
#include "mecc/mc/parser.h"

#include <algorithm>
#include <fmt/format.h>

namespace mecc::mc {

using Kind = Condition::Kind;

namespace {

Point::Word op(std::string text) {
  return {{}, std::move(text)};
}

Point::Word constant(uint32_t value) {
  Point::Word w;
  w.slot.kind = Slot::Kind::Constant;
  w.slot.number.known = value;
  return w;
}

// Decodes the bytes between quotes. Returns the offset after the closing quote; npos if there is
// none.
size_t read_text(std::string_view quoted, std::string& out) {
  for (size_t n = 1; n < quoted.size(); ++n) {
    if (quoted[n] == '"') return n + 1;
    if (quoted[n] == '\\' && n + 1 < quoted.size()) {
      const char c = quoted[++n];
      out += c == 'n' ? '\n' : c == 't' ? '\t' : c;
    } else {
      out += quoted[n];
    }
  }
  return std::string_view::npos;
}

} // namespace

void Parser::print(const Piece& word, const Piece& rest) {
  Point p;
  p.at = place(word);
  p.condition = {constant(1)};
  add_print(std::move(p), rest);
}

void Parser::print_if(const Piece& word, const Piece& rest) {
  const size_t quote = rest.text.find('"');
  const size_t comma = rest.text.substr(0, quote).rfind(',');
  if (quote == rest.text.npos || comma == rest.text.npos)
    fail(rest, fmt::format("write {} (condition), \"format\", values", word.text));
  Point p;
  p.at = place(word);
  p.condition = expression_of(condition(trim(rest.text.substr(0, comma), rest.offset),
                                        lower(word.text).ends_with("_unsigned")));
  add_print(std::move(p),
            trim(rest.text.substr(comma + 1), rest.offset + static_cast<uint32_t>(comma) + 1));
}

void Parser::assertion(const Piece& word, const Piece& rest) {
  Point p;
  p.at = place(word);
  p.assertion = true;
  p.text = std::string(rest.text.substr(0, kMostDebugText));
  p.condition = expression_of(condition(rest, lower(word.text).ends_with("_unsigned")));
  add_point(std::move(p));
}

// `rest`: "format", values.
void Parser::add_print(Point p, const Piece& rest) {
  if (rest.empty() || rest.text[0] != '"') fail(rest, "a format is expected: .print \"%u\", value");
  const size_t end = read_text(rest.text, p.text);
  if (end == std::string_view::npos) fail(rest, "the format has no end; '\"' is missing");
  unsigned conversions = 0;
  if (const std::string wrong = check_debug_format(p.text, conversions); !wrong.empty())
    fail(rest, "the format " + wrong);
  const Piece behind = trim(rest.text.substr(end), rest.offset + static_cast<uint32_t>(end));
  std::vector<Piece> values = split_commas(behind);
  if (!behind.empty() && !values[0].empty()) fail(values[0], "',' is expected behind the format");
  if (!values.empty()) values.erase(values.begin()); // text before the first comma
  for (const Piece& v : values)
    p.arguments.push_back(expression_of(value(read_operation(v))));
  if (p.arguments.size() != conversions)
    fail(rest, fmt::format("the format asks for {} values, {} are given", conversions,
                           p.arguments.size()));
  add_point(std::move(p));
}

void Parser::add_point(Point p) {
  const auto& defines = unit_.options.defines;
  if (std::ranges::find(defines, "NDEBUG", [](const auto& d) { return d.first; }) != defines.end())
    return;
  pending_points_.push_back(static_cast<uint32_t>(unit_.points.size()));
  unit_.points.push_back(std::move(p));
}

// ---- Stack-machine expressions (DebugPoint)

Point::Expression Parser::expression_of(const Value& v) {
  using enum mev2::OperandKind;
  if (v.is_operand()) {
    const mev2::OperandKind k = v.slot.fixed.kind;
    const bool indexed = k == SIndex || k == DIndex || k == NnRing || k == Lm0 || k == Lm1;
    if (v.slot.kind == Slot::Kind::Fixed && indexed)
      throw SyntaxError(v.at.offset,
                        "only registers and constants have values here; copy it into a register");
    const int64_t known = v.slot.kind == Slot::Kind::Constant ? v.slot.number.known.value_or(0) : 0;
    if (known < -(int64_t{1} << 31) || known >= int64_t{1} << 32)
      throw SyntaxError(v.at.offset, fmt::format("constant {} does not fit 32 bits", known));
    return {{v.slot, ""}};
  }
  Point::Expression out;
  if (v.op == "-" && v.parts.size() == 1) out = {constant(0)};
  for (const Value& part : v.parts) {
    const Point::Expression e = expression_of(part);
    out.insert(out.end(), e.begin(), e.end());
  }
  if (v.op == "~") out.push_back(constant(~uint32_t{0}));
  out.push_back(op(v.op == "~" ? "^" : v.op));
  return out;
}

// Yields 0 or 1.
Point::Expression Parser::expression_of(const Condition& c) {
  const auto then = [](Point::Expression a, const Point::Expression& b, const std::string& text) {
    a.insert(a.end(), b.begin(), b.end());
    a.push_back(op(text));
    return a;
  };
  const auto number = [](int64_t v) {
    return Point::Expression{constant(static_cast<uint32_t>(v))};
  };
  switch (c.kind) {
  case Kind::Or:
  case Kind::And: {
    Point::Expression out = expression_of(c.parts[0]);
    for (size_t n = 1; n < c.parts.size(); ++n)
      out = then(std::move(out), expression_of(c.parts[n]), c.kind == Kind::Or ? "|" : "&");
    return out;
  }
  case Kind::Not: return then(expression_of(c.parts[0]), number(0), "==");
  case Kind::Constant: return number(c.value != 0);
  case Kind::Truth: return then(expression_of(c.left), number(0), "!=");
  case Kind::Relation: {
    const bool is_signed = !c.is_unsigned && c.op != "==" && c.op != "!=";
    return then(expression_of(c.left), expression_of(c.right), (is_signed ? "s" : "") + c.op);
  }
  case Kind::Bit: return then(then(expression_of(c.left), number(c.value), ">>"), number(1), "&");
  case Kind::Byte: {
    const auto byte =
        then(then(expression_of(c.left), number(8 * c.value), ">>"), number(255), "&");
    return then(byte, number(c.compare), c.op);
  }
  default:
    throw SyntaxError(c.at.offset,
                      "it compares registers and constants only, not condition codes, signals, "
                      "contexts or input states");
  }
}

} // namespace mecc::mc
