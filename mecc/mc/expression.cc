// Constant expressions: a recursive-descent parser that computes while it reads. Values are 64-bit
// integers that wrap, or strings (arguments and results of the string functions). The side of
// `&&`, `||` and `?:` that does not count is parsed but not computed, so that
// `defined(X) && 8 / X` is safe.
#include "mecc/mc/source.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <limits>

namespace mecc {
namespace {

constexpr unsigned kMaxDepth = 200;

struct Failure {
  size_t at;
  std::string text;
};

struct Value {
  int64_t number = 0;
  std::string text;
  bool is_text = false;
  static Value of(int64_t n) { return {n, {}, false}; }
  static Value of(bool b) { return {b ? 1 : 0, {}, false}; }
  static Value of(std::string s) { return {0, std::move(s), true}; }
};

bool is_space(char c) {
  return c == ' ' || c == '\t';
}
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_name_start(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool is_name(char c) {
  return is_name_start(c) || is_digit(c);
}
bool is_sigil(char c) {
  return c == '$' || c == '@';
}

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

std::string lower(std::string s) {
  std::transform(s.begin(), s.end(), s.begin(), [](char c) { return lower(c); });
  return s;
}

struct Operator {
  const char* token;
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

// cpuType numbers of UOF objects; the development tools use the same in IS_IXPTYPE.
int64_t chip_type(const std::string& name) {
  if (name == "__IXP2400" || name == "2") return 2;
  if (name == "__IXP2800" || name == "__IXP2850" || name == "4") return 4;
  return 0;
}
constexpr int64_t kThisChip = 2;

class Parser {
public:
  Parser(const std::string& text, size_t begin, size_t end, const ExpressionContext& context,
         bool live, unsigned depth)
      : text_(text), at_(begin), end_(end), context_(context), live_(live), depth_(depth) {}

  Value whole() {
    Value v = conditional();
    skip();
    if (at_ < end_) fail(at_, fmt::format("unexpected '{}' after the expression", rest(at_)));
    return v;
  }

  static int64_t number(const Value& v, size_t at) {
    if (!v.is_text) return v.number;
    if (v.text.size() == 1) return static_cast<unsigned char>(v.text[0]);
    throw Failure{at, fmt::format("string \"{}\" where a number was expected", v.text)};
  }

private:
  struct Range {
    size_t begin, end;
  };

  [[noreturn]] void fail(size_t at, std::string text) const { throw Failure{at, std::move(text)}; }
  void skip() {
    while (at_ < end_ && is_space(text_[at_]))
      ++at_;
  }
  bool looking_at(char c) const { return at_ < end_ && text_[at_] == c; }
  std::string rest(size_t at) const {
    const std::string r = text_.substr(at, std::min<size_t>(end_ - at, 20));
    return at + 20 < end_ ? r + "..." : r;
  }
  std::string found() const {
    return at_ < end_ ? fmt::format("'{}'", rest(at_)) : std::string("the end");
  }

  Value conditional() {
    if (++depth_ > kMaxDepth) fail(at_, "expression is nested too deeply, split it");
    skip();
    const size_t start = at_;
    Value condition = binary(1);
    skip();
    if (looking_at('?')) {
      ++at_;
      const bool yes = number(condition, start) != 0, was_live = live_;
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

  const Operator* binary_operator(int least) const {
    for (const Operator& o : kOperators) {
      const std::string_view token = o.token;
      if (at_ + token.size() > end_ || text_.compare(at_, token.size(), token) != 0) continue;
      return o.precedence >= least ? &o : nullptr;
    }
    return nullptr;
  }

  Value binary(int least) {
    size_t left_at = (skip(), at_);
    Value left = unary();
    while (true) {
      skip();
      const Operator* o = binary_operator(least);
      if (!o) return left;
      const size_t operator_at = at_;
      const std::string_view token = o->token;
      at_ += token.size();
      if (token == "&&" || token == "||") {
        const bool l = number(left, left_at) != 0, was_live = live_;
        if (l == (token == "||")) live_ = false;
        const size_t right_at = (skip(), at_);
        const Value right = binary(o->precedence + 1);
        const bool decided = live_ != was_live;
        live_ = was_live;
        const bool r = decided ? false : number(right, right_at) != 0;
        left = Value::of(token == "||" ? l || r : l && r);
        continue;
      }
      const size_t right_at = (skip(), at_);
      const Value right = binary(o->precedence + 1);
      if (left.is_text && right.is_text && (token == "==" || token == "!="))
        left = Value::of((left.text == right.text) == (token == "=="));
      else
        left = Value::of(
            compute(token, operator_at, number(left, left_at), number(right, right_at), right_at));
    }
  }

  int64_t compute(std::string_view token, size_t at, int64_t a, int64_t b, size_t b_at) const {
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

  Value unary() {
    skip();
    if (at_ >= end_) fail(at_, "expected a value at the end of the expression");
    const size_t at = at_;
    const char c = text_[at_];
    // '&' before a name takes the number of a register or signal: part of the name.
    if (c != '!' && c != '~' && c != '-' && c != '+') return primary();
    if (++depth_ > kMaxDepth) fail(at_, "expression is nested too deeply, split it");
    ++at_;
    const int64_t v = number(unary(), at);
    --depth_;
    if (c == '!') return Value::of(v == 0);
    if (c == '~') return Value::of(~v);
    return Value::of(c == '-' ? static_cast<int64_t>(0 - static_cast<uint64_t>(v)) : v);
  }

  Value primary() {
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

  int64_t literal() {
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
        base = 10; // 00, 07: the same number either way
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

  std::string quoted() {
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

  // A plain name, a function call, or a register, signal or label.
  Value named() {
    const size_t start = at_;
    std::string name;
    if (looking_at('&')) name += text_[at_++];
    skip_into_name(start, name);
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
      const int64_t index = number(conditional(), open + 1);
      skip();
      if (!looking_at(']')) fail(open, "'[' without ']', found " + found());
      ++at_;
      name += fmt::format("[{}]", index);
    }
    if (looking_at('#')) name += text_[at_++];
    return Value::of(look_up(name, start));
  }

  void skip_into_name(size_t start, const std::string& name) {
    if (name.empty()) return;
    skip();
    if (at_ >= end_) fail(start, "expected a register or signal after '&'");
  }

  int64_t look_up(const std::string& name, size_t at) const {
    if (!live_) return 0;
    int64_t value = 0;
    if (context_.lookup && context_.lookup(name, value)) return value;
    fail(at, fmt::format("'{}' is not a constant, expected a number or a defined name", name));
  }

  // `defined X` may do without parentheses.
  static bool is_prefix_function(const std::string& name) {
    return lower(name) == "defined" || lower(name) == "isimport";
  }

  Value call(const std::string& spelled, size_t at) {
    const std::string name = lower(spelled);
    skip();
    std::vector<Range> arguments;
    if (looking_at('('))
      arguments = parse_arguments();
    else if (is_prefix_function(name))
      arguments = {bare_name()};
    if (++depth_ > kMaxDepth) fail(at_, "expression is nested too deeply, split it");
    Value v = apply(name, spelled, at, arguments);
    --depth_;
    return v;
  }

  Range bare_name() {
    skip();
    const size_t begin = at_;
    while (at_ < end_ && is_name(text_[at_]))
      ++at_;
    if (begin == at_) fail(at_, "expected a name, found " + found());
    return {begin, at_};
  }

  std::vector<Range> parse_arguments() {
    const size_t open = at_++;
    std::vector<Range> out;
    size_t begin = at_;
    for (unsigned depth = 0; at_ < end_; ++at_) {
      const char c = text_[at_];
      if (c == '\\') {
        ++at_;
      } else if (c == '"' || c == '\'') {
        quoted();
        --at_;
      } else if (c == '(' || c == '[') {
        ++depth;
      } else if ((c == ')' || c == ']') && depth > 0) {
        --depth;
      } else if (c == ',' && depth == 0) {
        out.push_back({begin, at_});
        begin = at_ + 1;
      } else if (c == ')') {
        out.push_back({begin, at_++});
        return out;
      }
    }
    at_ = end_;
    fail(open, "'(' without ')'");
  }

  Value apply(const std::string& name, const std::string& spelled, size_t at,
              const std::vector<Range>& a) {
    const auto need = [&](size_t least, size_t most) {
      if (a.size() >= least && a.size() <= most) return;
      fail(at, least == most ? fmt::format("{}() takes {} argument{}, not {}", name, least,
                                           least == 1 ? "" : "s", a.size())
                             : fmt::format("{}() takes {} to {} arguments, not {}", name, least,
                                           most, a.size()));
    };
    if (name == "defined" || name == "isimport") {
      need(1, 1);
      const auto& query = name == "defined" ? context_.is_defined : context_.is_imported;
      if (name == "defined" && !query) fail(at, "defined() is for #if only");
      return Value::of(query && query(trimmed(a[0])));
    }
    if (name == "isnum" || name == "is_ct_const") {
      need(1, 1);
      return Value::of(is_constant(a[0]));
    }
    if (name == "is_ixptype") {
      need(1, 1);
      return Value::of(chip_type(trimmed(a[0])) == kThisChip);
    }
    if (name == "streq") {
      need(2, 2);
      return Value::of(string(a[0]) == string(a[1]));
    }
    if (name == "strstr") { // position counted from 1, 0 when absent
      need(2, 2);
      const size_t found_at = string(a[0]).find(string(a[1]));
      return Value::of(static_cast<int64_t>(found_at == std::string::npos ? 0 : found_at + 1));
    }
    if (name == "strlen") {
      need(1, 1);
      return Value::of(static_cast<int64_t>(string(a[0]).size()));
    }
    if (name == "strleft" || name == "strright") {
      need(2, 2);
      const std::string s = string(a[0]);
      const size_t n = static_cast<size_t>(
          std::clamp<int64_t>(argument(a[1]), 0, static_cast<int64_t>(s.size())));
      return Value::of(name == "strleft" ? s.substr(0, n) : s.substr(s.size() - n));
    }
    if (name == "log2") {
      need(1, 2);
      return Value::of(log2(argument(a[0]), a.size() > 1 && argument(a[1]) != 0, a[0].begin));
    }
    if (name == "mask") {
      need(1, 2);
      return Value::of(a.size() == 1 ? ones(argument(a[0]), a[0].begin)
                                     : field(argument(a[0]), argument(a[1]), a[0].begin));
    }
    const std::string guess =
        ixp::closest(name, {"defined", "isnum", "streq", "strstr", "strlen", "strleft", "strright",
                            "log2", "mask", "is_ct_const", "isimport", "IS_IXPTYPE"});
    fail(at, fmt::format("unknown function '{}'{}", spelled,
                         guess.empty() ? "" : fmt::format(", did you mean {}?", guess)));
  }

  int64_t log2(int64_t n, bool up, size_t at) const {
    if (!live_) return 0;
    if (n <= 0) fail(at, fmt::format("log2({}), expected a positive number", n));
    int64_t r = 0;
    while (r < 62 && (n >> (r + 1)) != 0)
      ++r;
    return r + (up && (n & (n - 1)) != 0 ? 1 : 0);
  }

  int64_t ones(int64_t bits, size_t at) const {
    if (!live_) return 0;
    if (bits < 0 || bits > 64) fail(at, fmt::format("mask({}), expected 0 to 64 bits", bits));
    return bits == 64 ? -1 : static_cast<int64_t>((uint64_t{1} << bits) - 1);
  }

  int64_t field(int64_t high, int64_t low, size_t at) const {
    if (!live_) return 0;
    if (low < 0 || high > 63 || low > high)
      fail(at, fmt::format("mask({}, {}), expected 63 >= high >= low >= 0", high, low));
    return static_cast<int64_t>(static_cast<uint64_t>(ones(high - low + 1, at)) << low);
  }

  int64_t argument(Range r) {
    Parser p(text_, r.begin, r.end, context_, live_, depth_);
    return number(p.whole(), r.begin);
  }

  bool is_constant(Range r) const {
    const ExpressionContext none;
    try {
      Parser p(text_, r.begin, r.end, none, true, depth_);
      const Value v = p.whole();
      return !v.is_text;
    } catch (const Failure&) {
      return false;
    }
  }

  std::string trimmed(Range r) const {
    while (r.begin < r.end && is_space(text_[r.begin]))
      ++r.begin;
    while (r.end > r.begin && is_space(text_[r.end - 1]))
      --r.end;
    return text_.substr(r.begin, r.end - r.begin);
  }

  // A quoted string, a call of strleft or strright, or the bare text of the argument (`\$` is `$`).
  std::string string(Range r) {
    const std::string bare = trimmed(r);
    const std::string head = lower(bare.substr(0, bare.find('(')));
    const bool call = head == "strleft" || head == "strright";
    if (call || (!bare.empty() && (bare[0] == '"' || bare[0] == '\''))) {
      Parser p(text_, r.begin, r.end, context_, live_, depth_);
      const Value v = p.whole();
      return v.is_text ? v.text : fmt::format("{}", v.number);
    }
    std::string out;
    for (size_t i = 0; i < bare.size(); ++i) {
      if (bare[i] == '\\' && i + 1 < bare.size()) ++i;
      out += bare[i];
    }
    return out;
  }

  const std::string& text_;
  size_t at_, end_;
  const ExpressionContext& context_;
  bool live_;
  unsigned depth_;
};

bool run(const std::string& text, const ExpressionContext& context, Value& value,
         std::string& error, size_t& error_offset) {
  try {
    Parser p(text, 0, text.size(), context, true, 0);
    value = p.whole();
    return true;
  } catch (const Failure& f) {
    error = f.text;
    error_offset = std::min(f.at, text.size());
    return false;
  }
}

} // namespace

bool evaluate(const std::string& text, const ExpressionContext& context, int64_t& value,
              std::string& error, size_t& error_offset) {
  Value v;
  if (!run(text, context, v, error, error_offset)) return false;
  try {
    value = Parser::number(v, 0);
  } catch (const Failure& f) {
    error = f.text;
    error_offset = 0;
    return false;
  }
  return true;
}

bool evaluate_text(const std::string& text, const ExpressionContext& context, std::string& value,
                   std::string& error, size_t& error_offset) {
  Value v;
  if (!run(text, context, v, error, error_offset)) return false;
  value = v.is_text ? v.text : fmt::format("{}", v.number);
  return true;
}

} // namespace mecc
