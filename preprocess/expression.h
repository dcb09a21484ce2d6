// The parser of constant expressions: recursive descent with immediate evaluation. Values are
// 64-bit integers that wrap, or strings (arguments and results of the string functions). The unused
// operand of `&&`, `||` and `?:` is parsed but not evaluated, so that `defined(X) && 8 / X` is
// safe. Operators and values are in expression.cc, functions in expression_functions.cc.
#pragma once

#include "preprocess/source.h"

#include <string>
#include <string_view>
#include <vector>

namespace mecc::expression {

constexpr unsigned kMaxDepth = 200; // limit on nested brackets and functions

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
int64_t number_of(const Value& v, size_t at); // a character is its code; throws Failure

struct Range { // of the text
  size_t begin, end;
};

class Parser {
public:
  // `live`: the value is used, so names must exist and divisors must not be 0.
  Parser(const std::string& text, Range part, const ExpressionContext& context, bool live,
         unsigned depth)
      : text_(text), at_(part.begin), end_(part.end), context_(context), live_(live),
        depth_(depth) {}

  Value whole(); // throws Failure

private:
  struct Function; // a row of the table of functions
  static const Function kFunctions[];

  [[noreturn]] void fail(size_t at, std::string text) const { throw Failure{at, std::move(text)}; }
  void skip();
  bool looking_at(char c) const { return at_ < end_ && text_[at_] == c; }
  std::string rest(size_t at) const;
  std::string found() const;
  void deeper();

  // -- Operators
  Value conditional();
  Value binary(int least);
  Value unary();
  Value primary();
  int64_t compute(std::string_view token, size_t at, int64_t a, int64_t b, size_t b_at) const;

  // -- Values
  int64_t literal();
  std::string quoted();
  Value named(); // a plain name, a function call, or a register, signal or label
  int64_t look_up(const std::string& name, size_t at) const;

  // -- Functions
  Value call(const std::string& spelled, size_t at);
  static bool is_prefix_function(const std::string& name); // `defined X` needs no parentheses
  Range bare_name();
  std::vector<Range> parse_arguments();
  std::string trimmed(Range r) const;
  std::string string(Range r);
  int64_t argument(Range r);
  Value is_defined(const std::vector<Range>& a, size_t at);
  Value is_imported(const std::vector<Range>& a, size_t at);
  Value size_of(const std::vector<Range>& a, size_t at);
  Value is_number(const std::vector<Range>& a, size_t at);
  Value is_chip(const std::vector<Range>& a, size_t at);
  Value equal(const std::vector<Range>& a, size_t at);
  Value position(const std::vector<Range>& a, size_t at);
  Value length(const std::vector<Range>& a, size_t at);
  Value left(const std::vector<Range>& a, size_t at);
  Value right(const std::vector<Range>& a, size_t at);
  Value log2(const std::vector<Range>& a, size_t at);
  Value mask(const std::vector<Range>& a, size_t at);

  const std::string& text_;
  size_t at_, end_;
  const ExpressionContext& context_;
  bool live_;
  unsigned depth_;
};

} // namespace mecc::expression
