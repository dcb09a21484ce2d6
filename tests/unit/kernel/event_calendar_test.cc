// The calendar of events against a sort.
#include "tests/catch.h"

#include "emu/kernel/event_calendar.h"

#include <algorithm>
#include <random>
#include <tuple>
#include <vector>

using namespace ixp;

namespace {

using Entry = std::tuple<Tick, uint32_t, int>; // tick, order, how many were entered before

// A calendar, and the same as a list.
struct Both {
  EventCalendar calendar;
  std::vector<Entry> entered, heard;
  int count = 0;

  void enter(Tick tick, uint32_t order) {
    EventCalendar::Record& r = calendar.blank();
    r.event.tick = tick;
    r.event.pc = count;
    r.order = order;
    calendar.enter(r);
    entered.emplace_back(tick, order, count++);
  }
  template <class Also> void take(Tick end, Also also) {
    calendar.take(end, [&](const Event& e) {
      const auto known =
          std::ranges::find(entered, e.pc, [](const Entry& x) { return std::get<2>(x); });
      REQUIRE(known != entered.end());
      heard.push_back(*known);
      also();
    });
  }
  // Events due before `end`, from the list.
  std::vector<Entry> expected(Tick end) {
    std::ranges::sort(entered);
    const auto first =
        std::ranges::find_if(entered, [&](const Entry& x) { return std::get<0>(x) >= end; });
    std::vector<Entry> out(entered.begin(), first);
    return out;
  }
  void forget(Tick end) {
    std::erase_if(entered, [&](const Entry& x) { return std::get<0>(x) < end; });
    heard.clear();
  }
};

} // namespace

TEST_CASE("events come out by tick, order and as they were entered") {
  std::mt19937 random(GENERATE(range(1u, 9u)));
  Both both;
  both.calendar.restart(1000 * random());
  for (unsigned part = 0; part < 60; ++part) {
    const Tick now = both.calendar.begin();
    for (unsigned n = random() % 200; n > 0; --n) {
      const Tick reach = random() % 20 == 0 ? 50'000 : 6'000; // beyond the days that there are, too
      both.enter(now + random() % (random() % 3 ? 40 : reach), random() % 5);
    }
    const Tick end = now + (random() % 8 == 0 ? random() % 20'000 : random() % 1500);
    // Events entered during delivery: after the end, by a short or a long time.
    both.take(end, [&] {
      if (random() % 4 == 0)
        both.enter(end + random() % (random() % 4 ? 5'000 : 20'000), random() % 5);
    });
    CHECK(both.heard == both.expected(end));
    CHECK(both.calendar.begin() == end);
    both.forget(end);
  }
}

TEST_CASE("an empty stretch of any length is passed") {
  Both both;
  both.enter(5'000'000, 1);
  both.take(5'000'000, [] {});
  CHECK(both.heard.empty());
  both.take(5'000'001, [] {});
  CHECK(both.heard.size() == 1);
  CHECK_THROWS_AS(both.enter(5'000'000, 1), std::logic_error);
}
