// Marked instructions: each is reported before it issues, on both engines, and the run stays the
// same.
#include "emu/me/instruction_observer.h"
#include "emu/me/state.h"
#include "tests/unit/debug/talk.h"

#include <numeric>

using namespace ixp;
using namespace ixp::test;

namespace {

struct Issues final : InstructionObserver {
  void issues(unsigned me, unsigned ctx, unsigned pc, Tick tick) override {
    text += fmt::format("{} {}.{} {}\n", tick, me, ctx, pc);
    ++count;
    // The instruction's operands are available.
    if (pc == 3 && sim) sums += sim->microengine(me).get_register("$1", ctx);
  }
  std::string text;
  uint64_t count = 0, sums = 0;
  Simulation* sim = nullptr;
};

std::vector<uint16_t> all() {
  std::vector<uint16_t> marks(10);
  std::iota(marks.begin(), marks.end(), uint16_t{0});
  return marks;
}

} // namespace

TEST_CASE("every marked instruction is told of once, at the same tick on both engines") {
  std::string first;
  for (const EngineKind engine : {EngineKind::Threaded, EngineKind::Reference}) {
    const auto s = talk(engine), plain = talk(engine);
    Issues issues;
    issues.sim = s.get();
    for (unsigned me = 0; me < 2; ++me)
      s->microengine(me).observe_instructions(issues, all());
    s->run();
    plain->run();
    CHECK(issues.count ==
          s->microengine(0).state().instructions + s->microengine(1).state().instructions);
    uint32_t added = 0; // a3 is the sum of all words received
    for (unsigned me = 0; me < 2; ++me)
      for (unsigned ctx = 0; ctx < 4; ++ctx)
        added += s->microengine(me).get_register("a3", ctx);
    CHECK(static_cast<uint32_t>(issues.sums) - added < 64); // one alu may follow the end
    CHECK(difference(to_json(s->statistics()), to_json(plain->statistics())) == "");
    CHECK(difference(s->contexts(), plain->contexts()) == "");
    if (first.empty()) first = issues.text;
    CHECK(difference(issues.text, first) == "");
  }
}

TEST_CASE("marks come and go in mid-run, in defer slots and behind a clock that is read ahead") {
  for (const std::vector<uint16_t>& marks : {std::vector<uint16_t>{7}, {9}, {6, 7}, {8}, {2}}) {
    std::string first;
    for (const EngineKind engine : {EngineKind::Threaded, EngineKind::Reference}) {
      const auto s = talk(engine), plain = talk(engine);
      Issues issues;
      bool on = false;
      while (s->run_for(777)) {
        on = !on;
        s->microengine(0).observe_instructions(issues, on ? marks : std::vector<uint16_t>{});
      }
      plain->run();
      CHECK(issues.count > 10);
      CHECK(difference(to_json(s->statistics()), to_json(plain->statistics())) == "");
      if (first.empty()) first = issues.text;
      CHECK(difference(issues.text, first) == "");
    }
  }
}
