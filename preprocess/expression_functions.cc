// Functions of constant expressions. Arguments are ranges of the text, because some functions use
// the text itself: streq(abc, 'abc').
#include "preprocess/expression.h"

#include "preprocess/preprocess_text.h"

#include <algorithm>
#include <fmt/format.h>

namespace mecc::expression {

using pp::is_name;
using pp::is_space;
using pp::lower;

struct Parser::Function {
  const char* name; // case-insensitive
  size_t least, most;
  Value (Parser::*run)(const std::vector<Range>& arguments, size_t at);
};

const Parser::Function Parser::kFunctions[] = {
    {"defined", 1, 1, &Parser::is_defined},
    {"isimport", 1, 1, &Parser::is_imported},
    {"sizeof", 1, 1, &Parser::size_of},
    {"isnum", 1, 1, &Parser::is_number},
    {"is_ct_const", 1, 1, &Parser::is_number},
    {"IS_IXPTYPE", 1, 1, &Parser::is_chip},
    {"streq", 2, 2, &Parser::equal},
    {"strstr", 2, 2, &Parser::position},
    {"strlen", 1, 1, &Parser::length},
    {"strleft", 2, 2, &Parser::left},
    {"strright", 2, 2, &Parser::right},
    {"log2", 1, 2, &Parser::log2},
    {"mask", 1, 2, &Parser::mask},
};

bool Parser::is_prefix_function(const std::string& name) {
  return lower(name) == "defined" || lower(name) == "isimport";
}

Value Parser::call(const std::string& spelled, size_t at) {
  const std::string name = lower(spelled);
  skip();
  std::vector<Range> arguments;
  if (looking_at('('))
    arguments = parse_arguments();
  else if (is_prefix_function(name))
    arguments = {bare_name()};
  deeper();
  const auto f = std::ranges::find_if(
      kFunctions, [&](const Function& known) { return lower(known.name) == name; });
  if (f == std::end(kFunctions)) {
    std::vector<std::string> names;
    for (const Function& known : kFunctions)
      names.emplace_back(known.name);
    const std::string guess = ixp::closest(name, names);
    fail(at, fmt::format("unknown function '{}'{}", spelled,
                         guess.empty() ? "" : fmt::format(", did you mean {}?", guess)));
  }
  if (arguments.size() < f->least || arguments.size() > f->most)
    fail(at, f->least == f->most ? fmt::format("{}() takes {} argument{}, not {}", name, f->least,
                                               f->least == 1 ? "" : "s", arguments.size())
                                 : fmt::format("{}() takes {} to {} arguments, not {}", name,
                                               f->least, f->most, arguments.size()));
  Value v = (this->*f->run)(arguments, at);
  --depth_;
  return v;
}

// ---- Arguments

Range Parser::bare_name() {
  skip();
  const size_t begin = at_;
  while (at_ < end_ && is_name(text_[at_]))
    ++at_;
  if (begin == at_) fail(at_, "expected a name, found " + found());
  return {begin, at_};
}

std::vector<Range> Parser::parse_arguments() {
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

std::string Parser::trimmed(Range r) const {
  while (r.begin < r.end && is_space(text_[r.begin]))
    ++r.begin;
  while (r.end > r.begin && is_space(text_[r.end - 1]))
    --r.end;
  return text_.substr(r.begin, r.end - r.begin);
}

int64_t Parser::argument(Range r) {
  return number_of(Parser(text_, r, context_, live_, depth_).whole(), r.begin);
}

// A quoted string, a call of strleft or strright, or the bare text of the argument (`\$` is `$`).
std::string Parser::string(Range r) {
  const std::string bare = trimmed(r);
  const std::string head = lower(bare.substr(0, bare.find('(')));
  const bool call = head == "strleft" || head == "strright";
  if (call || (!bare.empty() && (bare[0] == '"' || bare[0] == '\''))) {
    const Value v = Parser(text_, r, context_, live_, depth_).whole();
    return v.is_text ? v.text : fmt::format("{}", v.number);
  }
  std::string out;
  for (size_t i = 0; i < bare.size(); ++i) {
    if (bare[i] == '\\' && i + 1 < bare.size()) ++i;
    out += bare[i];
  }
  return out;
}

// ---- Names and the chip

Value Parser::is_defined(const std::vector<Range>& a, size_t at) {
  if (!context_.is_defined) fail(at, "defined() is for #if only");
  return Value::of(context_.is_defined(trimmed(a[0])));
}

Value Parser::is_imported(const std::vector<Range>& a, size_t) {
  return Value::of(context_.is_imported && context_.is_imported(trimmed(a[0])));
}

Value Parser::size_of(const std::vector<Range>& a, size_t at) {
  if (!context_.size_of)
    fail(at, "sizeof() is for operands and directives; the preprocessor knows no registers");
  const std::string name = trimmed(a[0]);
  const int64_t bytes = live_ ? context_.size_of(name) : 1;
  if (bytes == 0)
    fail(a[0].begin, fmt::format("sizeof({}): expected the name of a register or memory", name));
  if (live_ && context_.resolved) context_.resolved(at, at_, bytes);
  return Value::of(bytes);
}

Value Parser::is_number(const std::vector<Range>& a, size_t) {
  const ExpressionContext none;
  try {
    return Value::of(!Parser(text_, a[0], none, true, depth_).whole().is_text);
  } catch (const Failure&) {
    return Value::of(false);
  }
}

// cpuType numbers of UOF objects; the development tools use the same numbers in IS_IXPTYPE.
Value Parser::is_chip(const std::vector<Range>& a, size_t) {
  const std::string name = trimmed(a[0]);
  return Value::of(name == "__IXP2400" || name == "2");
}

// ---- Strings

Value Parser::equal(const std::vector<Range>& a, size_t) {
  return Value::of(string(a[0]) == string(a[1]));
}

Value Parser::position(const std::vector<Range>& a, size_t) { // from 1; 0 if absent
  const size_t found_at = string(a[0]).find(string(a[1]));
  return Value::of(static_cast<int64_t>(found_at == std::string::npos ? 0 : found_at + 1));
}

Value Parser::length(const std::vector<Range>& a, size_t) {
  return Value::of(static_cast<int64_t>(string(a[0]).size()));
}

Value Parser::left(const std::vector<Range>& a, size_t) {
  const std::string s = string(a[0]);
  const auto n = std::clamp<int64_t>(argument(a[1]), 0, static_cast<int64_t>(s.size()));
  return Value::of(s.substr(0, static_cast<size_t>(n)));
}

Value Parser::right(const std::vector<Range>& a, size_t) {
  const std::string s = string(a[0]);
  const auto n = std::clamp<int64_t>(argument(a[1]), 0, static_cast<int64_t>(s.size()));
  return Value::of(s.substr(s.size() - static_cast<size_t>(n)));
}

// ---- Numbers

Value Parser::log2(const std::vector<Range>& a, size_t) {
  const int64_t n = argument(a[0]);
  const bool up = a.size() > 1 && argument(a[1]) != 0;
  if (!live_) return Value::of(int64_t{0});
  if (n <= 0) fail(a[0].begin, fmt::format("log2({}), expected a positive number", n));
  int64_t r = 0;
  while (r < 62 && (n >> (r + 1)) != 0)
    ++r;
  return Value::of(r + (up && (n & (n - 1)) != 0 ? 1 : 0));
}

static int64_t ones(int64_t bits) {
  return bits == 64 ? -1 : static_cast<int64_t>((uint64_t{1} << bits) - 1);
}

Value Parser::mask(const std::vector<Range>& a, size_t) {
  const int64_t first = argument(a[0]), low = a.size() > 1 ? argument(a[1]) : 0;
  if (!live_) return Value::of(int64_t{0});
  if (a.size() == 1) {
    if (first < 0 || first > 64)
      fail(a[0].begin, fmt::format("mask({}), expected 0 to 64 bits", first));
    return Value::of(ones(first));
  }
  if (low < 0 || first > 63 || low > first)
    fail(a[0].begin, fmt::format("mask({}, {}), expected 63 >= high >= low >= 0", first, low));
  return Value::of(static_cast<int64_t>(static_cast<uint64_t>(ones(first - low + 1)) << low));
}

} // namespace mecc::expression
