// Constant expressions: values against C's own, and every refusal with its position.
#include "preprocess/source.h"
#include "tests/catch.h"

#include <limits>

using namespace mecc;

static int64_t value(const std::string& text, const ExpressionContext& c = {}) {
  int64_t v = 0;
  std::string error;
  size_t at = 0;
  INFO(text);
  const bool ok = evaluate(text, c, v, error, at);
  INFO(error << " at " << at);
  REQUIRE(ok);
  return v;
}

static std::string refusal(const std::string& text, size_t& at) {
  int64_t v = 0;
  std::string error;
  INFO(text);
  REQUIRE_FALSE(evaluate(text, {}, v, error, at));
  REQUIRE(at <= text.size());
  return error;
}

// The same tokens go to the C++ compiler and to evaluate().
#define SAME_AS_C(...) CHECK(value(#__VA_ARGS__) == static_cast<int64_t>(__VA_ARGS__))

#pragma GCC diagnostic push
#ifdef __clang__
#pragma clang diagnostic ignored "-Weverything"
#else
#pragma GCC diagnostic ignored "-Wparentheses"
#pragma GCC diagnostic ignored "-Wbool-compare"
#pragma GCC diagnostic ignored "-Wint-in-bool-context"
#endif
TEST_CASE("operators and precedence are those of C") {
  SAME_AS_C(1 + 2 * 3);
  SAME_AS_C((1 + 2) * 3);
  SAME_AS_C(10 - 4 - 3);
  SAME_AS_C(100 / 7 / 2 + 100 % 7);
  SAME_AS_C(-7 / 2 + -7 % 2);
  SAME_AS_C(1 << 4 + 1);
  SAME_AS_C(0xff & 0x0f | 0xf00 ^ 0x100);
  SAME_AS_C(1 | 2 ^ 3 & 4);
  SAME_AS_C(3 < 4 == 1);
  SAME_AS_C(3 <= 3 && 4 >= 5 || 1 != 1);
  SAME_AS_C(1 == 1 & 2);
  SAME_AS_C(~0);
  SAME_AS_C(!5 + !0);
  SAME_AS_C(- -3 + ~-1);
  SAME_AS_C(0 ? 1 : 0 ? 2 : 3);
  SAME_AS_C(1 ? 0 ? 4 : 5 : 6);
  SAME_AS_C(-16 >> 2);
  SAME_AS_C(0b1011 + 07 + 0);
}
#pragma GCC diagnostic pop

TEST_CASE("values wrap at 64 bits") {
  CHECK(value("0x7fffffffffffffff + 1") == std::numeric_limits<int64_t>::min());
  CHECK(value("(-0x7fffffffffffffff - 1) / -1") == std::numeric_limits<int64_t>::min());
  CHECK(value("0xffffffffffffffff") == -1);
  CHECK(value("1 << 63") == std::numeric_limits<int64_t>::min());
}

TEST_CASE("numbers of other bases, characters") {
  CHECK(value("0xDeadBeef") == 0xdeadbeef);
  CHECK(value("0o17") == 15);
  CHECK(value("0b101") == 5);
  CHECK(value("'a' + 1") == 'b');
  CHECK(value("'\\n'") == '\n');
  CHECK(value("'\\t' + '\\r' + '\\0'") == '\t' + '\r');
  CHECK(value("'\\''") == '\'');
}

TEST_CASE("the side that does not count is not computed") {
  CHECK(value("0 && 1 / 0") == 0);
  CHECK(value("1 || 1 / 0") == 1);
  CHECK(value("1 ? 2 : 1 / 0") == 2);
  CHECK(value("0 ? nothing : 3") == 3);
  CHECK(value("1 || log2(0) || 1 << 99") == 1);
  CHECK(value("0 || 2") == 1);
  CHECK(value("1 && 0") == 0);
}

TEST_CASE("functions") {
  CHECK(value("isnum(12)") == 1);
  CHECK(value("isnum((3 + 4) * 2)") == 1);
  CHECK(value("isnum(--)") == 0);
  CHECK(value("isnum($x)") == 0);
  CHECK(value("is_ct_const(1 << 3)") == 1);
  CHECK(value("is_ct_const(reg)") == 0);
  CHECK(value("streq(abc, 'abc')") == 1);
  CHECK(value("streq( --, \"--\" )") == 1);
  CHECK(value("streq(a, A)") == 0);
  CHECK(value("strstr($xfer, \\$)") == 1);
  CHECK(value("strstr(abcd, 'cd')") == 3);
  CHECK(value("strstr(abcd, 'x')") == 0);
  CHECK(value("strlen(hello)") == 5);
  CHECK(value("strlen('')") == 0);
  CHECK(value("streq(strleft(hello, 2), 'he')") == 1);
  CHECK(value("streq(strright(hello, 3), llo)") == 1);
  CHECK(value("strlen(strleft(ab, 9))") == 2);
  CHECK(value("log2(64)") == 6);
  CHECK(value("log2(65)") == 6);
  CHECK(value("log2(65, 1)") == 7);
  CHECK(value("log2(64, 1)") == 6);
  CHECK(value("mask(8)") == 0xff);
  CHECK(value("mask(64)") == -1);
  CHECK(value("mask(15, 8)") == 0xff00);
  CHECK(value("IS_IXPTYPE(__IXP2400)") == 1);
  CHECK(value("IS_IXPTYPE(__IXP2800)") == 0);
}

TEST_CASE("names go to the context with their sigils and a computed index") {
  std::vector<std::string> asked;
  ExpressionContext c;
  c.lookup = [&](const std::string& name, int64_t& v) {
    asked.push_back(name);
    v = 5;
    return true;
  };
  CHECK(value("(&$hdr[1+1] << 2) | & sig_rx & 4 + loop# - FLOWS", c) == ((5 << 2) | (5 & 4)));
  CHECK(asked == std::vector<std::string>{"&$hdr[2]", "&sig_rx", "loop#", "FLOWS"});
  asked.clear();
  CHECK(value("&$$d[3] + @total", c) == 10);
  CHECK(asked == std::vector<std::string>{"&$$d[3]", "@total"});
}

TEST_CASE("refusals name the place") {
  struct {
    const char* text;
    size_t at;
    const char* says;
  } const cases[] = {
      {"1 / 0", 2, "division by zero"},
      {"4 % (2 - 2)", 2, "remainder by zero"},
      {"1 +", 3, "expected a value at the end"},
      {"(1 + 2", 0, "'(' without ')'"},
      {"1 2", 2, "unexpected '2'"},
      {"1 ? 2", 5, "expected ':'"},
      {"foo + 1", 0, "'foo' is not a constant"},
      {"1 << 64", 5, "shift by 64"},
      {"1 << -1", 5, "shift by -1"},
      {"0x", 0, "no digits"},
      {"0xfg", 3, "'g' is not a digit of base 16"},
      {"12ab", 2, "'a' is not a digit of base 10"},
      {"010", 0, "octal or decimal"},
      {"99999999999999999999", 0, "does not fit 64 bits"},
      {"strlne(a)", 0, "did you mean strlen?"},
      {"strlen(a, b)", 0, "takes 1 argument, not 2"},
      {"log2(0)", 5, "expected a positive number"},
      {"mask(65)", 5, "expected 0 to 64"},
      {"mask(3, 4)", 5, "high >= low"},
      {"'ab' + 1", 0, "where a number was expected"},
      {"\"ab", 0, "closing quote"},
      {"defined(x)", 0, "for #if only"},
      {"*3", 0, "expected a value, found"},
      {"&", 0, "expected a register or signal after '&'"},
      {"a[1", 1, "'[' without ']'"},
      {"", 0, "expected a value"},
  };
  for (const auto& k : cases) {
    size_t at = 0;
    const std::string why = refusal(k.text, at);
    INFO(k.text << " -> " << why);
    CHECK(why.find(k.says) != std::string::npos);
    CHECK(at == k.at);
  }
}

TEST_CASE("deep nesting is refused, not a crash") {
  size_t at = 0;
  CHECK(refusal(std::string(100000, '('), at).find("too deeply") != std::string::npos);
  CHECK(refusal(std::string(100000, '-') + "1", at).find("too deeply") != std::string::npos);
  std::string calls;
  for (int i = 0; i < 1000; ++i)
    calls += "strlen(";
  refusal(calls, at);
}
