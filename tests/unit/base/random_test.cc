#include "tests/catch.h"

#include "base/random.h"

#include <cmath>

using ixp::Random;

// The numbers are part of the project's contract: a seed means the same traffic for ever.
TEST_CASE("a seed gives the same numbers everywhere") {
  Random r(1);
  const uint64_t first = r.next(), second = r.next();
  Random again(1), other_seed(2), other_stream(1, 1);
  CHECK(again.next() == first);
  CHECK(again.next() == second);
  CHECK(other_seed.next() != first);
  CHECK(other_stream.next() != first);
}

TEST_CASE("below() is uniform and within its bound") {
  Random r(7);
  std::array<unsigned, 10> counts{};
  for (int i = 0; i < 100000; ++i)
    ++counts.at(r.below(10));
  for (unsigned n : counts) {
    CHECK(n > 9500);
    CHECK(n < 10500);
  }
  for (int i = 0; i < 100; ++i)
    CHECK(r.below(1) == 0);
}

TEST_CASE("exponential deviates have the exponential distribution") {
  Random r(3);
  constexpr int kDraws = 200000;
  constexpr uint64_t kMean = 1'000'000;
  double sum = 0, squares = 0;
  std::array<int, 4> above{}; // more than 1, 2, 3, 4 means
  for (int i = 0; i < kDraws; ++i) {
    const double x = static_cast<double>(r.exponential(kMean)) / kMean;
    sum += x;
    squares += x * x;
    for (int k = 0; k < 4; ++k)
      above[static_cast<size_t>(k)] += x > k + 1;
  }
  CHECK(sum / kDraws == Approx(1).epsilon(0.01));
  CHECK(squares / kDraws == Approx(2).epsilon(0.02));
  for (int k = 0; k < 4; ++k)
    CHECK(static_cast<double>(above[static_cast<size_t>(k)]) / kDraws ==
          Approx(std::exp(-(k + 1))).epsilon(0.05));
}

TEST_CASE("small and zero means stay exact") {
  Random r(5);
  for (int i = 0; i < 100; ++i)
    CHECK(r.exponential(0) == 0);
}
