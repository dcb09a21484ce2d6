// Hostile code on the XScale: for any words, the core goes on or stops with a report, in a
// valid mode, and accesses that wait change nothing but time. The first byte of the input
// chooses how the core begins, the rest is code, at the vectors and from 0x1000 on.
#include "emu/xscale/report.h"
#include "tests/unit/xscale/machine.h"

#include <cstdlib>

using namespace ixp::xscale;

namespace {

constexpr uint32_t kMemory = 0x4000;
constexpr unsigned kSteps = 2000;

void require(bool good) {
  if (!good) std::abort();
}

// Every third access of the program waits; tables of the MMU answer at once.
class SlowMemory : public Bus {
public:
  SlowMemory() : memory(kMemory) {}
  Answer access(const Access& a) override {
    if (++count_ % 3) return memory.access(a);
    waiting_ = a;
    return {Answer::Wait, 0, 0};
  }
  std::optional<uint32_t> table_word(uint32_t address) override {
    return memory.table_word(address);
  }
  void answer(Core& core) {
    const Answer a = memory.access(waiting_);
    if (a.kind == Answer::Failed)
      core.fail(0);
    else
      core.complete(a.value, 0);
  }
  TestMemory memory;

private:
  Access waiting_;
  unsigned count_ = 0;
};

void begin(Core& core, TestMemory& memory, const uint8_t* data, size_t size) {
  const uint8_t how = data[0];
  const Mode modes[] = {Mode::User, Mode::Supervisor, Mode::System, Mode::Fiq};
  for (size_t i = 1; i < size && i <= kMemory / 2; ++i) {
    memory.put(static_cast<uint32_t>(0x1000 + i - 1), 1, data[i]);
    memory.put(static_cast<uint32_t>(i - 1) % 0x1000, 1, data[i]);
  }
  core.reset(how & 1);
  State& s = core.edit();
  write_cpsr(s, static_cast<uint32_t>(modes[how >> 1 & 3]) | (how & 8 ? psr::kT : 0));
  if (how & 16) s.system.control |= control::kAlignment;
  if (how & 32) s.system.coprocessor_access = 1;
  for (unsigned i = 0; i < 15; ++i)
    s.r[i] = 0x2000 + 0x123 * i;
  s.r[15] = 0x1000;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size < 5) return 0;
  TestMemory fast(kMemory);
  SlowMemory slow;
  Core quick(fast), waiting(slow);
  begin(quick, fast, data, size);
  begin(waiting, slow.memory, data, size);
  for (unsigned i = 0; i < kSteps; ++i) {
    const bool irq = data[0] & 64 && i % 100 == 99, fiq = data[0] & 128 && i % 70 == 69;
    quick.set_irq(irq), waiting.set_irq(irq);
    quick.set_fiq(fiq), waiting.set_fiq(fiq);
    const Step step = quick.step();
    while (waiting.step() == Step::Waiting)
      slow.answer(waiting);
    if (i % 16 == 15 || step == Step::Stopped) // comparing takes longer than a step
      require(waiting.state() == quick.state());
    require(mode_exists(quick.state().cpsr));
    require(quick.state().r[15] % (quick.state().thumb() ? 2 : 4) == 0);
    require((step == Step::Stopped) == (quick.state().stop.reason != StopReason::None));
    if (step == Step::Stopped) break;
    fast.accesses.clear();
    slow.memory.accesses.clear();
  }
  const std::string text = report(quick.state(), [&](uint32_t a) -> std::optional<uint32_t> {
    if (a >= kMemory) return std::nullopt;
    return fast.get(a, 4);
  });
  require(!text.empty());
  return 0;
}
