#include "preprocess/expression.h"

#include "preprocess/preprocess_text.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <limits>

namespace mecc::expression {

using pp::is_name;
using pp::is_name_start;
using pp::is_space;
using pp::lower;

namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_sigil(char c) {
  return c == '$' || c == '@';
}

struct Operator {
  std::string_view token;
  int precedence;
};
// Longest tokens first, so that "<<" is not read as "<".
constexpr std::array<Operator, 18> kOperators{{{"||", 1},
                                               {"&&", 2},
                                               {"==", 6},
                                               {"!=", 6},
                                               {"<=", 7},
                                               {">=", 7},
                                               {"<<", 8},
                                               {">>", 8},
                                               {"|", 3},
                                               {"^", 4},
                                               {"&", 5},
                                               {"<", 7},
                                               {">", 7},
                                               {"+", 9},
                                               {"-", 9},
                                               {"*", 10},
                                               {"/", 10},
                                               {"%", 10}}};

// The operator at the start of `text`, if its precedence is at least `least`.
const Operator* binary_operator(std::string_view text, int least) {
  for (const Operator& o : kOperators)
    if (text.starts_with(o.token)) return o.precedence >= least ? &o : nullptr;
  return nullptr;
}

} // namespace

int64_t number_of(const Value& v, size_t at) {
  if (!v.is_text) return v.number;
  if (v.text.size() == 1) return static_cast<unsigned char>(v.text[0]);
  throw Failure{at, fmt::format("string \"{}\" where a number was expected", v.text)};
}

void Parser::deeper() {
  if (++depth_ > kMaxDepth) fail(at_, "expression is nested too deeply, split it");
}

Value Parser::whole() {
  Value v = conditional();
  skip();
  if (at_ < end_) fail(at_, fmt::format("unexpected '{}' after the expression", rest(at_)));
  return v;
}

void Parser::skip() {
  while (at_ < end_ && is_space(text_[at_]))
    ++at_;
}

std::string Parser::rest(size_t at) const {
  const std::string r = text_.substr(at, std::min<size_t>(end_ - at, 20));
  return at + 20 < end_ ? r + "..." : r;
}

std::string Parser::found() const {
  return at_ < end_ ? fmt::format("'{}'", rest(at_)) : std::string("the end");
}

Value Parser::conditional() {
  deeper();
  skip();
  const size_t start = at_;
  Value condition = binary(1);
  skip();
  if (looking_at('?')) {
    ++at_;
    const bool yes = number_of(condition, start) != 0, was_live = live_;
    live_ = was_live && yes;
    Value a = conditional();
    skip();
    if (!looking_at(':')) fail(at_, "expected ':' of '?:' before " + found());
    ++at_;
    live_ = was_live && !yes;
    Value b = conditional();
    live_ = was_live;
    condition = yes ? a : b;
  }
  --depth_;
  return condition;
}

Value Parser::binary(int least) {
  size_t left_at = (skip(), at_);
  Value left = unary();
  while (true) {
    skip();
    const Operator* o = binary_operator(std::string_view(text_).substr(at_, end_ - at_), least);
    if (!o) return left;
    const size_t operator_at = at_;
    const std::string_view token = o->token;
    at_ += token.size();
    if (token == "&&" || token == "||") {
      const bool l = number_of(left, left_at) != 0, was_live = live_;
      if (l == (token == "||")) live_ = false;
      const size_t right_at = (skip(), at_);
      const Value right = binary(o->precedence + 1);
      const bool decided = live_ != was_live;
      live_ = was_live;
      const bool r = decided ? false : number_of(right, right_at) != 0;
      left = Value::of(token == "||" ? l || r : l && r);
      continue;
    }
    const size_t right_at = (skip(), at_);
    const Value right = binary(o->precedence + 1);
    if (left.is_text && right.is_text && (token == "==" || token == "!="))
      left = Value::of((left.text == right.text) == (token == "=="));
    else
      left = Value::of(compute(token, operator_at, number_of(left, left_at),
                               number_of(right, right_at), right_at));
  }
}

int64_t Parser::compute(std::string_view token, size_t at, int64_t a, int64_t b,
                        size_t b_at) const {
  if (!live_) return 0;
  const auto ua = static_cast<uint64_t>(a), ub = static_cast<uint64_t>(b);
  if (token == "==") return a == b;
  if (token == "!=") return a != b;
  if (token == "<=") return a <= b;
  if (token == ">=") return a >= b;
  if (token == "<") return a < b;
  if (token == ">") return a > b;
  if (token == "|") return a | b;
  if (token == "^") return a ^ b;
  if (token == "&") return a & b;
  if (token == "+") return static_cast<int64_t>(ua + ub);
  if (token == "-") return static_cast<int64_t>(ua - ub);
  if (token == "*") return static_cast<int64_t>(ua * ub);
  if (token == "<<" || token == ">>") {
    if (b < 0 || b > 63) fail(b_at, fmt::format("shift by {}, expected 0 to 63", b));
    return token == "<<" ? static_cast<int64_t>(ua << ub) : a >> b;
  }
  if (b == 0) fail(at, fmt::format("{} by zero", token == "/" ? "division" : "remainder"));
  if (b == -1) return token == "/" ? static_cast<int64_t>(0 - ua) : 0;
  return token == "/" ? a / b : a % b;
}

Value Parser::unary() {
  skip();
  if (at_ >= end_) fail(at_, "expected a value at the end of the expression");
  const size_t at = at_;
  const char c = text_[at_];
  // '&' before a name denotes the number of a register or signal and is part of the name.
  if (c != '!' && c != '~' && c != '-' && c != '+') return primary();
  deeper();
  ++at_;
  const int64_t v = number_of(unary(), at);
  --depth_;
  if (c == '!') return Value::of(v == 0);
  if (c == '~') return Value::of(~v);
  return Value::of(c == '-' ? static_cast<int64_t>(0 - static_cast<uint64_t>(v)) : v);
}

Value Parser::primary() {
  const char c = text_[at_];
  if (c == '(') {
    const size_t open = at_++;
    Value v = conditional();
    skip();
    if (!looking_at(')')) fail(open, "'(' without ')', found " + found());
    ++at_;
    return v;
  }
  if (is_digit(c)) return Value::of(literal());
  if (c == '\'' || c == '"') return Value::of(quoted());
  if (is_name_start(c) || is_sigil(c) || c == '&' || c == '.') return named();
  fail(at_, fmt::format("expected a value, found '{}'", rest(at_)));
}

int64_t Parser::literal() {
  const size_t start = at_;
  while (at_ < end_ && is_name(text_[at_]))
    ++at_;
  const std::string word = lower(text_.substr(start, at_ - start));
  unsigned base = 10;
  size_t digits = 0;
  if (word.size() > 1 && word[0] == '0') {
    base = word[1] == 'x' ? 16 : word[1] == 'b' ? 2 : word[1] == 'o' ? 8 : 0;
    digits = base ? 2 : 0;
    if (base == 0 && word.find_first_not_of("01234567") == std::string::npos &&
        word.find_first_not_of('0') + 1 >= word.size())
      base = 10; // 00, 07: the same value in octal and decimal
    if (base == 0)
      fail(start, fmt::format("'{}' may mean octal or decimal, write 0o... or drop the zeros",
                              text_.substr(start, at_ - start)));
  }
  if (digits == word.size()) fail(start, fmt::format("'{}' has no digits", word));
  uint64_t value = 0;
  for (size_t i = digits; i < word.size(); ++i) {
    const unsigned d = is_digit(word[i]) ? static_cast<unsigned>(word[i] - '0')
                       : word[i] >= 'a' && word[i] <= 'f'
                           ? static_cast<unsigned>(word[i] - 'a' + 10)
                           : 99;
    if (d >= base)
      fail(start + i, fmt::format("'{}' is not a digit of base {}", text_[start + i], base));
    if (value > (std::numeric_limits<uint64_t>::max() - d) / base)
      fail(start, fmt::format("'{}' does not fit 64 bits", word));
    value = value * base + d;
  }
  return static_cast<int64_t>(value);
}

// Characters of the escapes in a character constant such as '\n'.
static constexpr std::pair<std::string_view, char> kEscapes[] = {
    {"'\\n'", '\n'}, {"'\\t'", '\t'}, {"'\\r'", '\r'}, {"'\\0'", '\0'}};

std::string Parser::quoted() {
  const std::string_view rest = std::string_view(text_).substr(at_, end_ - at_);
  for (const auto& [text, character] : kEscapes) {
    if (!rest.starts_with(text)) continue;
    at_ += text.size();
    return std::string(1, character);
  }
  const size_t open = at_++;
  std::string out;
  while (at_ < end_ && text_[at_] != text_[open]) {
    if (text_[at_] == '\\' && at_ + 1 < end_) ++at_;
    out += text_[at_++];
  }
  if (at_ >= end_) fail(open, "string without its closing quote");
  ++at_;
  return out;
}

Value Parser::named() {
  const size_t start = at_;
  std::string name;
  if (looking_at('&')) name += text_[at_++];
  if (!name.empty()) skip();
  if (at_ >= end_) fail(start, "expected a register or signal after '&'");
  while (at_ < end_ && is_sigil(text_[at_]))
    name += text_[at_++];
  const size_t word = at_;
  while (at_ < end_ && (is_name(text_[at_]) || text_[at_] == '.'))
    name += text_[at_++];
  if (at_ == word) fail(start, fmt::format("expected a name, found '{}'", rest(start)));
  const bool plain = word == start;
  if (plain) {
    const size_t after = at_;
    skip();
    if (looking_at('(')) return call(name, start);
    at_ = after;
    if (is_prefix_function(name)) return call(name, start);
  }
  while (looking_at('[')) {
    const size_t open = at_++;
    const int64_t index = number_of(conditional(), open + 1);
    skip();
    if (!looking_at(']')) fail(open, "'[' without ']', found " + found());
    ++at_;
    name += fmt::format("[{}]", index);
  }
  if (looking_at('#')) name += text_[at_++];
  const int64_t value = look_up(name, start);
  if (live_ && context_.resolved) context_.resolved(start, at_, value);
  return Value::of(value);
}

int64_t Parser::look_up(const std::string& name, size_t at) const {
  if (!live_) return 0;
  int64_t value = 0;
  if (context_.lookup && context_.lookup(name, value)) return value;
  fail(at, fmt::format("'{}' is not a constant, expected a number or a defined name", name));
}

} // namespace mecc::expression

namespace mecc {

using expression::Failure;
using expression::Value;

static bool run(const std::string& text, const ExpressionContext& context, Value& value,
                std::string& error, size_t& error_offset) {
  try {
    value = expression::Parser(text, {0, text.size()}, context, true, 0).whole();
    return true;
  } catch (const Failure& f) {
    error = f.text;
    error_offset = std::min(f.at, text.size());
    return false;
  }
}

bool evaluate(const std::string& text, const ExpressionContext& context, int64_t& value,
              std::string& error, size_t& error_offset) {
  Value v;
  if (!run(text, context, v, error, error_offset)) return false;
  try {
    value = expression::number_of(v, 0);
  } catch (const Failure& f) {
    error = f.text;
    error_offset = 0;
    return false;
  }
  return true;
}

std::string substitute(const std::string& text, const ExpressionContext& context, bool& complete) {
  struct Part {
    size_t begin, end;
    int64_t value;
  };
  std::vector<Part> parts;
  std::vector<size_t> unknown; // offsets of names without value
  bool known = true;
  complete = true;
  ExpressionContext asking = context;
  asking.lookup = [&](const std::string& name, int64_t& value) {
    known = context.lookup && context.lookup(name, value);
    if (!known) value = 1; // a placeholder that avoids division by zero
    complete = complete && known;
    return true;
  };
  asking.resolved = [&](size_t begin, size_t end, int64_t value) {
    if (known)
      parts.push_back({begin, end, value});
    else
      unknown.push_back(begin);
    known = true;
  };
  int64_t ignored = 0;
  std::string error;
  size_t at = 0;
  evaluate(text, asking, ignored, error, at);
  std::string out;
  size_t done = 0;
  std::ranges::sort(parts, {}, &Part::begin);
  for (const Part& p : parts) {
    const bool incomplete = std::ranges::any_of(
        unknown, [&](size_t begin) { return p.begin < begin && begin < p.end; });
    if (p.begin < done || incomplete) continue; // an index, or a name whose index is unknown
    out += text.substr(done, p.begin - done) + fmt::format("({})", p.value);
    done = p.end;
  }
  return out + text.substr(done);
}

bool evaluate_text(const std::string& text, const ExpressionContext& context, std::string& value,
                   std::string& error, size_t& error_offset) {
  Value v;
  if (!run(text, context, v, error, error_offset)) return false;
  value = v.is_text ? v.text : fmt::format("{}", v.number);
  return true;
}

} // namespace mecc
