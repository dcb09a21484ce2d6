#include "base/random.h"
#include "fabric/maximum.h"
#include "tests/catch.h"

#include <algorithm>
#include <vector>

using namespace ixp;
using namespace ixp::fabric;

using Weights = std::vector<std::vector<int64_t>>;

// Maximum weight over all matchings, by enumeration.
static int64_t brute_force(const Weights& w, unsigned row = 0, Ports used = 0) {
  if (row == w.size()) return 0;
  int64_t best = brute_force(w, row + 1, used);
  for (unsigned j = 0; j < w.size(); ++j)
    if (!(used & bit(j))) best = std::max(best, w[row][j] + brute_force(w, row + 1, used | bit(j)));
  return best;
}

// Few different weights, so that there are many ties; a third of the pairs has weight 0.
static Weights random_weights(Random& random, unsigned n, uint64_t most) {
  Weights w(n, std::vector<int64_t>(n));
  for (auto& row : w)
    for (int64_t& x : row)
      x = random.one_in(3) ? 0 : static_cast<int64_t>(random.below(most + 1));
  return w;
}

static WeightMatching solved(const Weights& w) {
  WeightMatching m;
  m.resize(static_cast<unsigned>(w.size()));
  for (unsigned i = 0; i < w.size(); ++i)
    for (unsigned j = 0; j < w.size(); ++j)
      m.set(i, j, w[i][j]);
  m.solve();
  return m;
}

// The weight of an assignment, which must be one.
static int64_t weight_of(const WeightMatching& m, unsigned n) {
  Ports columns = 0;
  int64_t sum = 0;
  for (unsigned i = 0; i < n; ++i) {
    REQUIRE(m.column_of(i) < n);
    REQUIRE_FALSE(columns & bit(m.column_of(i)));
    columns |= bit(m.column_of(i));
    sum += m.weight(i, m.column_of(i));
  }
  return sum;
}

static std::vector<Ports> edges(const Weights& w) {
  std::vector<Ports> out(w.size());
  for (unsigned i = 0; i < w.size(); ++i)
    for (unsigned j = 0; j < w.size(); ++j)
      if (w[i][j] > 0) out[i] |= bit(j);
  return out;
}

static int64_t size_of(const SizeMatching& m, const std::vector<Ports>& wanted) {
  Ports outputs = 0;
  int64_t size = 0;
  for (unsigned i = 0; i < wanted.size(); ++i) {
    const uint8_t j = m.output_of(i);
    if (j == kNone) continue;
    REQUIRE(wanted[i] & bit(j));
    REQUIRE_FALSE(outputs & bit(j));
    outputs |= bit(j);
    ++size;
  }
  return size;
}

TEST_CASE("Weight matchings of small graphs have the weight of the best of all matchings") {
  Random random(1);
  for (unsigned n = 1; n <= 5; ++n)
    for (uint64_t most : {1, 3, 1000})
      for (int k = 0; k < 150; ++k) {
        const Weights w = random_weights(random, n, most);
        REQUIRE(weight_of(solved(w), n) == brute_force(w));
      }
}

TEST_CASE("Prices prove that large weight matchings are the best") {
  Random random(2);
  for (unsigned n : {16u, 63u, 64u})
    for (uint64_t most : {2, 50, 1'000'000}) {
      const Weights w = random_weights(random, n, most);
      const WeightMatching m = solved(w);
      int64_t prices = 0;
      for (unsigned i = 0; i < n; ++i) {
        prices += m.row_price(i) + m.column_price(i);
        for (unsigned j = 0; j < n; ++j)
          REQUIRE(m.row_price(i) + m.column_price(j) >= w[i][j]);
      }
      REQUIRE(weight_of(m, n) == prices);
    }
}

TEST_CASE("Size matchings are as large as there can be, from whatever port they begin") {
  Random random(3);
  for (unsigned n = 1; n <= 5; ++n)
    for (int k = 0; k < 300; ++k) {
      const Weights w = random_weights(random, n, 1);
      const std::vector<Ports> wanted = edges(w);
      SizeMatching m;
      m.solve(wanted, static_cast<unsigned>(random.below(n)));
      REQUIRE(size_of(m, wanted) == brute_force(w));
    }
  for (unsigned n : {16u, 64u})
    for (int k = 0; k < 10; ++k) {
      Weights w = random_weights(random, n, 1);
      for (auto& row : w) // few pairs, so that some inputs remain without a partner
        for (int64_t& x : row)
          x = x && random.one_in(n / 3);
      const std::vector<Ports> wanted = edges(w);
      SizeMatching m;
      m.solve(wanted, static_cast<unsigned>(random.below(n)));
      REQUIRE(size_of(m, wanted) == weight_of(solved(w), n));
    }
}

TEST_CASE("Size matchings begin with a port in turn, so that ties go to all") {
  const std::vector<Ports> wanted = {0b11, 0b11, 0b11};
  Ports losers = 0;
  for (unsigned first = 0; first < 3; ++first) {
    SizeMatching m;
    m.solve(wanted, first);
    for (unsigned i = 0; i < 3; ++i)
      if (m.output_of(i) == kNone) losers |= bit(i);
  }
  REQUIRE(losers == 0b111);
}
