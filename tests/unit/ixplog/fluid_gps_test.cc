#include "tests/catch.h"
#include "tools/ixplog/fluid_gps.h"

#include <cmath>

using namespace ixp;

TEST_CASE("Two flows share in halves; the one left gets all") {
  FluidGps g({0.5, 0.5});
  const size_t a = g.add(0, 0, 1), b = g.add(0, 0, 1), c = g.add(0, 1, 3);
  g.advance(1);
  CHECK(g.served(0) == Approx(0.5));
  CHECK(g.served(1) == Approx(0.5));
  CHECK(std::isinf(g.finished(a)));
  g.advance(10);
  CHECK(g.finished(a) == Approx(2));
  CHECK(g.finished(b) == Approx(4));
  CHECK(g.finished(c) == Approx(5)); // 2 of 3 by 4 s, then at full rate
  CHECK(g.served(0) == 2);
  CHECK(g.served(1) == 3);
  CHECK_FALSE(g.backlogged(0));
}

TEST_CASE("Shares follow weights, whatever they sum to") {
  FluidGps g({1, 3});
  const size_t a = g.add(1, 0, 1), b = g.add(2, 1, 1);
  g.advance(9);
  CHECK(g.finished(a) == Approx(2)); // alone until its end at 2
  CHECK(g.finished(b) == Approx(3));
  FluidGps both({1, 3});
  const size_t c = both.add(0, 0, 1), d = both.add(0, 1, 1);
  both.advance(9);
  CHECK(both.finished(d) == Approx(4.0 / 3));
  CHECK(both.finished(c) == Approx(2));
}

TEST_CASE("An arrival in between changes the shares from then on") {
  FluidGps g({1, 1});
  const size_t a = g.add(0, 0, 2), b = g.add(1, 1, 0.5);
  g.advance(5);
  CHECK(g.finished(b) == Approx(2));
  CHECK(g.finished(a) == Approx(2.5));
  CHECK(g.virtual_time() == Approx(2)); // 1 s alone, 1 s of halves, 0.5 s alone
}

TEST_CASE("A packet that wants nothing ends at once") {
  FluidGps g({1, 1});
  g.add(0, 0, 1);
  const size_t a = g.add(0.5, 1, 0);
  g.advance(1);
  CHECK(g.finished(a) == Approx(0.5));
}
