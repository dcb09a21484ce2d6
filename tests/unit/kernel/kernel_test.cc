// The two kernels against each other: random agents that schedule themselves and each other must
// act in the same order under both.
#include "tests/catch.h"

#include "emu/kernel/kernel.h"
#include "emu/kernel/params.h"
#include "isa/memory_map.h"

#include <memory>
#include <tuple>
#include <vector>

using namespace ixp;

namespace {
using Trace = std::vector<std::tuple<Tick, int>>;

class RandomAgent final : public Agent {
public:
  RandomAgent(int id, unsigned seed, Trace& trace) : id_(id), random_(seed), trace_(trace) {
    schedule(random_() % 16);
  }
  std::vector<RandomAgent*> others;
  void poke(Tick t) { schedule_by(t); }
  IXP_OFTEN void step(Tick now) override {
    trace_.emplace_back(now, id_);
    schedule(random_() % 8 == 0 ? kNever : now + 1 + random_() % 20);
    others[random_() % others.size()]->poke(now + 1 + random_() % 30);
  }

private:
  int id_;
  std::minstd_rand random_;
  Trace& trace_;
};

template <class K> Trace run(unsigned seed, Tick limit) {
  Trace trace;
  K kernel;
  std::vector<std::unique_ptr<RandomAgent>> agents;
  for (unsigned i = 0; i < kSlots; ++i)
    agents.push_back(std::make_unique<RandomAgent>(i, seed * 100 + i + 1, trace));
  for (unsigned i = 0; i < kSlots; ++i) {
    for (auto& a : agents)
      agents[i]->others.push_back(a.get());
    kernel.add(*agents[i], static_cast<Slot>(i));
  }
  kernel.run(limit / 2); // in two runs: state survives between them
  kernel.run(limit);
  return trace;
}
} // namespace

TEST_CASE("event and tick kernels act in the same order") {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    const Trace a = run<EventKernel>(seed, 2000), b = run<TickKernel>(seed, 2000);
    REQUIRE(a.size() > 100);
    REQUIRE(a == b);
  }
}

TEST_CASE("same-tick actions go by slot") {
  Trace trace = run<EventKernel>(7, 5000);
  for (size_t i = 1; i < trace.size(); ++i)
    REQUIRE(trace[i - 1] < trace[i]);
}

TEST_CASE("memories are at most as large as compilers take them for") {
  CHECK(find_param("sram.bytes")->max == mev2::kMostSramBytes);
  CHECK(find_param("sram.channels")->max == mev2::kSramChannels);
  CHECK(find_param("dram.bytes")->max == mev2::kMostDramBytes);
}

TEST_CASE("parameters have sane defaults and unique keys") {
  for (const ParamInfo& p : all_params()) {
    INFO(p.key);
    CHECK(p.min <= p.value);
    CHECK(p.value <= p.max);
    CHECK(find_param(p.key) == &p);
    CHECK(Params{}.*p.field == p.value);
  }
}

namespace {
// Acts only on request.
class Sleeper final : public Agent {
public:
  unsigned steps = 0;
  void wake(Tick t) { schedule(t); }
  IXP_OFTEN void step(Tick) override {
    ++steps;
    schedule(kNever);
  }
};
class Waker final : public Agent {
public:
  explicit Waker(Sleeper& sleeper) : sleeper_(sleeper) { schedule(10); }
  IXP_OFTEN void step(Tick now) override {
    sleeper_.wake(now + 5);
    schedule(kNever);
  }

private:
  Sleeper& sleeper_;
};
template <class K> unsigned steps_of_a_sleeper() {
  K kernel;
  Sleeper sleeper;
  Waker waker(sleeper);
  kernel.add(sleeper, Slot::Dram); // before its waker in the order of slots
  kernel.add(waker, Slot::Me0);
  kernel.run(100);
  return sleeper.steps;
}
} // namespace

TEST_CASE("a late slot may wake an early one when nobody else is left") {
  CHECK(steps_of_a_sleeper<EventKernel>() == 1);
  CHECK(steps_of_a_sleeper<TickKernel>() == 1);
}

namespace {
// Acts at every tick; requests an end of the run at tick 10.
class Stopper final : public Agent {
public:
  Stopper(Kernel& kernel, Tick end) : kernel_(kernel), end_(end) { schedule(0); }
  IXP_OFTEN void step(Tick now) override {
    last = now;
    if (now == 10) kernel_.stop_at(end_);
    schedule(now + 1);
  }
  Tick last = 0;

private:
  Kernel& kernel_;
  Tick end_;
};
template <class K> std::pair<Tick, Tick> last_and_now(Tick end) {
  K kernel;
  kernel.set_lookahead(5);
  Stopper stopper(kernel, end);
  kernel.add(stopper, Slot::Msf);
  kernel.run(30);
  return {stopper.last, kernel.now()};
}
} // namespace

TEST_CASE("a request ends the run at its tick, the lookahead later at the earliest") {
  const auto [request, last] = GENERATE(table<Tick, Tick>({{20, 19}, {12, 14}, {40, 29}}));
  CHECK(last_and_now<EventKernel>(request) == std::pair(last, last + 1));
  CHECK(last_and_now<TickKernel>(request) == std::pair(last, last + 1));
}

namespace {
class Clerk final : public Agent { // acts at 10 and reads the other's past()
public:
  Clerk() { schedule(10); }
  IXP_OFTEN void step(Tick) override {
    if (other) seen = other->past();
    schedule(kNever);
  }
  using Agent::past;
  const Clerk* other = nullptr;
  Tick seen = 0;
};
} // namespace

TEST_CASE("what an agent had to do at a tick is done when its slot's turn has passed", "[past]") {
  Clerk early, middle, late;
  early.other = late.other = &middle;
  EventKernel event;
  TickKernel tick;
  Kernel& kernel = GENERATE(true, false) ? static_cast<Kernel&>(event) : tick;
  kernel.add(early, Slot::Msf);
  kernel.add(middle, Slot::Dram);
  kernel.add(late, Slot::Me0);
  kernel.run(20);
  CHECK(early.seen == 10);    // everything before 10
  CHECK(late.seen == 11);     // and 10 itself
  CHECK(middle.past() == 20); // after the run: no event of tick 20 has happened
}
