#include "emu/debug/expression.h"

#include "emu/debug/names.h"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>

namespace ixp::debug {

namespace {

struct Parsed {
  Expression::Value value;
  Expression::Locate place;
};

struct Operator {
  std::string_view text;
  int level;
};
// Longer operators first.
constexpr Operator kOperators[] = {{"||", 1}, {"&&", 2}, {"==", 6}, {"!=", 6}, {"<=", 7},
                                   {">=", 7}, {"<<", 8}, {">>", 8}, {"|", 3},  {"^", 4},
                                   {"&", 5},  {"<", 7},  {">", 7},  {"+", 9},  {"-", 9},
                                   {"*", 10}, {"/", 10}, {"%", 10}};

void check_operands(std::string_view op, int64_t a, int64_t b) {
  if ((op == "/" || op == "%") && b == 0)
    throw InputError(fmt::format("{} {} 0 is a division by 0", a, op));
  if ((op == "<<" || op == ">>") && (b < 0 || b > 63))
    throw InputError(fmt::format("{} {} {} shifts by {} bits, expected 0 to 63", a, op, b, b));
}

int64_t apply(std::string_view op, int64_t a, int64_t b) {
  check_operands(op, a, b);
  const auto ua = static_cast<uint64_t>(a), ub = static_cast<uint64_t>(b);
  switch (op[0]) {
  case '|': return a | b;
  case '^': return a ^ b;
  case '&': return a & b;
  case '=': return a == b;
  case '!': return a != b;
  case '<': return op == "<<" ? static_cast<int64_t>(ua << ub) : op == "<=" ? a <= b : a < b;
  case '>': return op == ">>" ? a >> b : op == ">=" ? a >= b : a > b;
  case '+': return static_cast<int64_t>(ua + ub);
  case '-': return static_cast<int64_t>(ua - ub);
  case '*': return static_cast<int64_t>(ua * ub);
  case '/': return b == -1 ? static_cast<int64_t>(-ua) : a / b;
  default: return b == -1 ? 0 : a % b;
  }
}

class Parser {
public:
  explicit Parser(std::string_view text) : text_(text) {
    if (text.size() > kMostCharacters)
      fail(fmt::format("an expression of at most {} characters", kMostCharacters));
  }

  Parsed all() {
    Parsed p = binary(1);
    if (at_end()) return p;
    const std::string_view rest = text_.substr(at_);
    if (rest.starts_with('.') || rest.starts_with("->"))
      fail("a longword of the structure by its number, as in message[1]");
    fail("an operator or the end");
  }
  std::vector<Expression::Use> uses() { return std::move(uses_); }

private:
  [[noreturn]] void fail(std::string_view expected) {
    skip_blanks();
    throw InputError(fmt::format(
        "'{}{}': {} in column {}, expected {}", text_.substr(0, character_end(100)),
        text_.size() > 100 ? "..." : "",
        at_ < text_.size() ? fmt::format("'{}'", text_.substr(at_, character_end(at_ + 1) - at_))
                           : std::string("the end"),
        at_ + 1, expected));
  }
  // End of the UTF-8 character that may continue at `at`.
  size_t character_end(size_t at) const {
    while (at < text_.size() && (text_[at] & 0xc0) == 0x80)
      ++at;
    return std::min(at, text_.size());
  }
  void skip_blanks() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])))
      ++at_;
  }
  bool at_end() {
    skip_blanks();
    return at_ == text_.size();
  }
  bool take(std::string_view word) {
    skip_blanks();
    if (!text_.substr(at_).starts_with(word)) return false;
    at_ += word.size();
    return true;
  }
  void expect(std::string_view word) {
    if (!take(word)) fail(fmt::format("'{}'", word));
  }

  Parsed binary(int level) {
    if (level > 10) return unary();
    Parsed left = binary(level + 1);
    while (const Operator* op = take_operator(level)) {
      if (++operators_ > kMostOperators) fail(fmt::format("at most {} operators", kMostOperators));
      Parsed right = binary(level + 1);
      left = {combine(*op, std::move(left.value), std::move(right.value)), {}};
    }
    return left;
  }

  const Operator* take_operator(int level) {
    skip_blanks();
    for (const Operator& op : kOperators) {
      if (!text_.substr(at_).starts_with(op.text)) continue;
      if (op.level != level) return nullptr;
      at_ += op.text.size();
      return &op;
    }
    return nullptr;
  }

  static Expression::Value combine(const Operator& op, Expression::Value a, Expression::Value b) {
    if (op.text == "||")
      return [a = std::move(a), b = std::move(b)](const View& v) { return a(v) || b(v) ? 1 : 0; };
    if (op.text == "&&")
      return [a = std::move(a), b = std::move(b)](const View& v) { return a(v) && b(v) ? 1 : 0; };
    return [op = op.text, a = std::move(a), b = std::move(b)](const View& v) {
      return apply(op, a(v), b(v));
    };
  }

  Parsed unary() {
    if (++depth_ > kMostNested) fail(fmt::format("at most {} brackets and signs", kMostNested));
    Parsed p;
    if (take("!")) {
      p.value = [a = unary().value](const View& v) { return a(v) ? 0 : 1; };
    } else if (take("~")) {
      p.value = [a = unary().value](const View& v) { return ~a(v); };
    } else if (take("-")) {
      p.value = [a = unary().value](const View& v) {
        return static_cast<int64_t>(-static_cast<uint64_t>(a(v)));
      };
    } else if (take("(")) {
      p = binary(1);
      expect(")");
    } else {
      p = primary();
    }
    --depth_;
    return p;
  }

  Parsed primary() {
    skip_blanks();
    if (at_ < text_.size() && std::isdigit(static_cast<unsigned char>(text_[at_]))) return number();
    const std::string name = word();
    if (name.empty()) fail("a number, a name or '('");
    if (take("(")) return call(name);
    if (take("[")) {
      Parsed index = binary(1);
      expect("]");
      uses_.push_back({Expression::Use::Kind::Element, name});
      return indexed(name, std::move(index.value));
    }
    uses_.push_back({Expression::Use::Kind::Name, name});
    return {[name](const View& v) { return named_value(v, name); },
            [name](const View& v) { return named_place(v, name); }};
  }

  Parsed number() {
    const size_t begin = at_;
    while (at_ < text_.size() && std::isalnum(static_cast<unsigned char>(text_[at_])))
      ++at_;
    const auto n = parse_number(text_.substr(begin, at_ - begin));
    if (!n) {
      at_ = begin;
      fail("a number, decimal or 0x...");
    }
    return {[n = static_cast<int64_t>(*n)](const View&) { return n; }, {}};
  }

  // A name, including special characters of registers and labels: "$$4", "@b7", "out:$4", "n$2".
  std::string word() {
    skip_blanks();
    const size_t begin = at_;
    while (at_ < text_.size()) {
      const char c = text_[at_];
      const bool colon = c == ':' && text_.substr(begin, at_ - begin) == "out";
      if (!std::isalnum(static_cast<unsigned char>(c)) && c != '_' && c != '$' && c != '@' &&
          !colon)
        break;
      ++at_;
    }
    return std::string(text_.substr(begin, at_ - begin));
  }

  Parsed indexed(const std::string& name, Expression::Value index) {
    return {[=](const View& v) { return element_value(v, name, index(v)); },
            [=](const View& v) { return element_place(v, name, index(v)); }};
  }

  // ring(RING_TX, 0), depth(RING_TX), queue(0, 3), cam(3), signal(got)
  Parsed call(const std::string& name) {
    std::string first;
    Expression::Value a, b;
    using enum Expression::Use::Kind;
    if (name == "ring" || name == "depth" || name == "signal")
      uses_.push_back({name == "signal" ? Signal : Ring, first = word()});
    else
      a = binary(1).value;
    if (name == "ring" || name == "queue") {
      expect(",");
      b = binary(1).value;
    }
    expect(")");
    if (name == "ring") return {[=](const View& v) { return ring_word(v, first, b(v)); }, {}};
    if (name == "depth") return {[=](const View& v) { return ring_depth(v, first); }, {}};
    if (name == "signal") return {[=](const View& v) { return signal_there(v, first); }, {}};
    if (name == "queue") return {[=](const View& v) { return queue_depth(v, a(v), b(v)); }, {}};
    if (name == "cam") return {[=](const View& v) { return cam_tag(v, a(v)); }, {}};
    if (name == "cam_state") return {[=](const View& v) { return cam_state(v, a(v)); }, {}};
    throw InputError(fmt::format("there is no function '{}', expected ring, depth, queue, cam, "
                                 "cam_state or signal",
                                 name));
  }

  std::string_view text_;
  size_t at_ = 0;
  std::vector<Expression::Use> uses_;
  static constexpr size_t kMostCharacters = 4096;
  static constexpr int kMostOperators = 200, kMostNested = 200; // each nests a call
  int depth_ = 0, operators_ = 0;
};

} // namespace

Expression::Expression(std::string_view text) : text_(text) {
  Parser parser(text_);
  Parsed p = parser.all();
  uses_ = parser.uses();
  value_ = std::move(p.value);
  place_ = std::move(p.place);
}

void Expression::set(const View& view, uint32_t value) const {
  if (!place_)
    throw InputError(fmt::format("'{}' is no place that can be written; expected a variable, a "
                                 "register or a word of memory, as in sram0[0x1000]",
                                 text_));
  place_(view).write(value);
}

std::string Expression::place(const View& view) const {
  try {
    return place_ ? place_(view).name : "";
  } catch (const InputError&) { // a name that cannot be assigned to
    return "";
  }
}

} // namespace ixp::debug
