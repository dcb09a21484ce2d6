#include "tests/catch.h"

#include "base/dataflow.h"

#include <algorithm>
#include <array>
#include <ranges>
#include <vector>

namespace ixp {
namespace {

// 0 -> 1 -> 2 -> 3, with a loop 2 -> 1 and a node 4 that no path reaches.
const std::vector<std::vector<unsigned>> kNext = {{1}, {2}, {1, 3}, {}, {3}};
const auto kNodes = std::views::iota(0u, 5u);

TEST_CASE("steps repeat until one of them changes nothing") {
  int left = 3, steps = 0;
  until_stable([&] { return ++steps, left-- > 0; });
  CHECK(steps == 4);
}

TEST_CASE("sweeps visit all nodes in order until one sweep changes none") {
  std::vector<unsigned> visited;
  until_stable(std::array{2u, 0u, 1u}, [&](unsigned n) {
    visited.push_back(n);
    return visited.size() == 1;
  });
  CHECK(visited == std::vector{2u, 0u, 1u, 2u, 0u, 1u});
}

// Node 0 sets a variable, node 1 reads it, node 3 reads another.
unsigned live_before(unsigned n, unsigned live) {
  if (n == 0) live &= ~1u;
  if (n == 1) live |= 1;
  if (n == 3) live |= 2;
  return live;
}

TEST_CASE("a backward problem has the same solution in every order") {
  const auto next = [](unsigned n) { return kNext[n]; };
  std::vector<unsigned> forwards(5), backwards(5), after(5);
  solve_backward(kNodes, next, forwards, 0u, live_before);
  solve_backward(kNodes | std::views::reverse, next, backwards, 0u, [&](unsigned n, unsigned live) {
    after[n] = live;
    return live_before(n, live);
  });
  CHECK(backwards == std::vector{2u, 3u, 3u, 2u, 2u});
  CHECK(forwards == backwards);
  CHECK(after == std::vector{3u, 3u, 3u, 0u, 2u});
}

TEST_CASE("a backward problem over flags takes a vector of bits") {
  std::vector<bool> reaches_end(5);
  solve_backward(
      kNodes, [](unsigned n) { return kNext[n]; }, reaches_end, false,
      [](unsigned n, bool later) { return n == 3 || later; });
  CHECK(reaches_end == std::vector(5, true));
}

// The shortest and the longest number of steps from node 0, at most 9; a state with `merge`.
struct Steps {
  unsigned least = 99, most = 0;
  bool merge(const Steps& from) {
    const Steps before = *this;
    least = std::min(least, from.least);
    most = std::max(most, from.most);
    return *this != before;
  }
  bool operator==(const Steps&) const = default;
};

TEST_CASE("a forward problem joins the states of all paths to a node") {
  std::vector<Steps> before(5);
  before[0] = {0, 0};
  solve_forward(kNodes, before, [](unsigned n, Steps s, auto reach) {
    if (s.least == 99) return;
    for (const unsigned m : kNext[n])
      reach(m, Steps{s.least + 1, std::min(s.most + 1, 9u)});
  });
  CHECK(before == std::vector<Steps>{{0, 0}, {1, 9}, {2, 9}, {3, 9}, {}});
}

} // namespace
} // namespace ixp
