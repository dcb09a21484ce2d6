#include "tests/catch.h"

#include "emu/kernel/timed_queue.h"

#include <map>

using namespace ixp;

TEST_CASE("entries leave by tick, equal ticks in order of arrival") {
  TimedQueue<unsigned> queue;
  std::multimap<Tick, unsigned> oracle; // keeps the order of equal keys
  std::minstd_rand random(5);
  CHECK(queue.next() == kNever);
  Tick now = 0;
  for (unsigned i = 0; i < 50'000; ++i) {
    const bool filling = i / 200 % 2;
    if (random() % 5 < (filling ? 4 : 1)) {
      const Tick t = now + random() % 16;
      queue.push(t, i);
      oracle.emplace(t, i);
    } else if (!oracle.empty()) {
      now = oracle.begin()->first;
      REQUIRE(queue.next() == now);
      REQUIRE(queue.front() == oracle.begin()->second);
      REQUIRE(queue.pop() == oracle.begin()->second);
      oracle.erase(oracle.begin());
    }
    REQUIRE(queue.size() == oracle.size());
  }
}
