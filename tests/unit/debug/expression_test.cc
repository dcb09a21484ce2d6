// Expressions of the debugger: their values, and errors of invalid ones.
#include "emu/debug/expression.h"
#include "tests/unit/debug/talk.h"

#include <limits>

using namespace ixp;
using namespace ixp::debug;
using namespace ixp::test;

TEST_CASE("operators are C's") {
  const auto s = talk();
  const View view = view_of(*s, {0, 1});
  const auto value = [&](const char* text) { return Expression(text).value(view); };
  CHECK(value("1 + 2 * 3 - 4 / 2") == 5);
  CHECK(value("1 << 4 | 3 & 6 ^ 1") == (1 << 4 | ((3 & 6) ^ 1)));
  CHECK(value("1 << 2 + 1") == 8);
  CHECK(value("2 < 3 == 1 && !0 || 1 / 0") == 1); // the right side is not evaluated
  CHECK(value("~0 == -1") == 1);
  CHECK(value("-7 % 4") == -3);
  CHECK(value("1 << 63 >> 63") == -1);
  CHECK(value("(1 << 63) / -1") == std::numeric_limits<int64_t>::min()); // wraps
  CHECK(value("(1 << 63) % -1") == 0);
  CHECK(value("(0x10)") == 16);
  CHECK(value("1 != 2 && 3 >= 3 && 2 <= 1 || 5 > 4") == 1);
  CHECK(value("9223372036854775807 + 1") < 0); // wraps
}

TEST_CASE("registers, memory and rings are read and written") {
  const auto s = talk();
  s->run_for(3000);
  const View view = view_of(*s, {0, 1});
  CHECK(Expression("a3").value(view) == s->microengine(0).get_register("a3", 1));
  CHECK(Expression("out:$0").value(view) == s->microengine(0).get_register("out:$0", 1));
  CHECK(Expression("scratch[0x100]").value(view) == s->read(Region::Scratch, 0x100));
  CHECK(Expression("depth(FIRST)").value(view) ==
        static_cast<int64_t>(s->ring_words("FIRST").size()));
  CHECK(Expression("cycle").value(view) == 3000);
  CHECK(Expression("ctx * 10 + me").value(view) == 10);
  Expression("scratch[0x100]").set(view, 77);
  CHECK(s->read(Region::Scratch, 0x100) == 77);
  Expression("lm[3]").set(view, 78);
  CHECK(Expression("lm[1 + 2]").value(view) == 78);
  Expression("@b15").set(view, 79);
  CHECK(s->microengine(0).get_register("@b15", 5) == 79);
  CHECK(Expression("a3").place(view) == "a3");
  CHECK(Expression("cycle").place(view) == "");
}

TEST_CASE("what is wrong is said") {
  const auto s = talk();
  const View view = view_of(*s, {0, 1});
  for (const char* text : {"", "1 +", "(1", "1)", "a3 = 4", "0x", "12ab", "foo(1)", "ring(FIRST)",
                           "&", "[3]", "scratch[", "\x01\xff", "depth(", "1 ? 2 : 3"})
    CHECK_THROWS_AS(Expression(text), InputError);
  CHECK_THROWS_AS(Expression(std::string(100000, '(')), InputError);
  CHECK_THROWS_AS(Expression(std::string(100000, '-')), InputError);
  std::string sum = "1"; // copies of copies took minutes
  for (int i = 0; i < 100000; ++i)
    sum += "+1";
  CHECK_THROWS_AS(Expression(sum), InputError);
  for (const char* text :
       {"nothing", "a99", "scratch[2]", "scratch[0x100000]", "sram0[-4]", "lm[640]",
        "ring(FIRST, 0)", "depth(SECOND)", "queue(7, 0)", "queue(0, 64)", "cam(16)", "signal(zero)",
        "signal(s16)", "message[0]"}) {
    INFO(text);
    CHECK_THROWS_AS(Expression(text).value(view), InputError);
  }
  for (const char* text : {"1 / 0", "7 % 0", "cycle / (ctx - 1)", "1 << 64", "1 << -1", "1 >> 64",
                           "1 >> (0 - 9223372036854775807)"}) {
    INFO(text);
    CHECK_THROWS_AS(Expression(text).value(view), InputError);
  }
  CHECK_THROWS_AS(Expression(std::string(5000, 'x')), InputError);
  CHECK_THROWS_AS(Expression("cycle").set(view, 1), InputError);
  CHECK_THROWS_AS(Expression("1 + 1").set(view, 1), InputError);
}
