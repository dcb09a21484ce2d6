#include "emu/xscale/endless.h"

#include "emu/xscale/core.h"

namespace ixp::xscale {

namespace {

// Coprocessors give access to counters of time.
bool is_for_coprocessor(uint32_t word) {
  const uint32_t kind = word >> 24 & 0xf;
  return kind >= 0xc && kind < 0xf; // 0xf: SWI
}

// Memory that answers fetches only.
class Code final : public Bus {
public:
  explicit Code(const TableReader& memory) : memory_(memory) {}
  bool only() const { return only_; } // no access was for anything else

  Answer access(const Access& a) override {
    const std::optional<uint32_t> word = memory_(a.address & ~3u);
    only_ &= a.kind == AccessKind::Fetch && word.has_value();
    if (!only_) return {Answer::Failed, 0, 0};
    if (a.size == Size::Half) return {Answer::Done, *word >> (a.address & 2 ? 0 : 16) & 0xffff, 0};
    only_ = !is_for_coprocessor(*word);
    return {Answer::Done, *word, 0};
  }
  std::optional<uint32_t> table_word(uint32_t address) override { return memory_(address); }

private:
  const TableReader& memory_;
  bool only_ = true;
};

// Equality of everything that later instructions depend on.
bool same(const State& a, const State& b) {
  if (a.r != b.r || a.cpsr != b.cpsr) return false;
  State other = a;
  other.tlb = b.tlb;
  other.log = b.log;
  other.cycles = b.cycles;
  other.instructions = b.instructions;
  return other == b;
}

} // namespace

unsigned endless_loop(const State& state, const TableReader& memory) {
  Code code(memory);
  Core core(code);
  core.edit() = state;
  for (unsigned n = 1; n <= kLongestLoop; ++n) {
    if (core.step() != Step::Done || !code.only()) return 0;
    if (same(core.state(), state)) return n;
  }
  return 0;
}

bool executes_nothing(const State& state, const TableReader& memory) {
  if (!state.privileged()) return false;
  const uint32_t first = (state.r[15] & ~3u) - 4 * kEmptyWords;
  for (uint32_t i = 0; i <= 2 * kEmptyWords; ++i) {
    const std::optional<uint32_t> at = physical_address(state, memory, first + 4 * i);
    if (!at || memory(*at) != 0u) return false;
  }
  return true;
}

} // namespace ixp::xscale
