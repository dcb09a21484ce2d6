// Coprocessor 0, specific to the XScale: multiply-accumulate in acc0. Its instructions are
// encodings of MCR, MCRR and MRRC: MIA, MIAPH and MIAxy; MAR; MRA.
#include "emu/xscale/coprocessors.h"
#include "emu/xscale/multiply.h"

namespace ixp::xscale {

static constexpr uint64_t kBits = (uint64_t{1} << 40) - 1;

bool accumulator_reachable(const State& s) {
  return s.system.coprocessor_access & 1;
}

static int64_t product(uint32_t a, uint32_t b) {
  return int64_t{static_cast<int32_t>(a)} * static_cast<int32_t>(b);
}
static int64_t product_of_halves(uint32_t a, bool upper_a, uint32_t b, bool upper_b) {
  return int64_t{half_of(a, upper_a)} * half_of(b, upper_b);
}

bool accumulate(Execution& x, const CoprocessorRegister& to, uint32_t s) {
  if (!accumulator_reachable(x.s) || to.opcode1 != 1 || to.opcode2 != 0) return false;
  const uint32_t m = x.reg(to.m);
  int64_t sum;
  switch (to.n) {
  case 0x0: sum = product(m, s); break;
  case 0x8:
    sum = product_of_halves(m, true, s, true) + product_of_halves(m, false, s, false);
    break;
  case 0xc: // MIAxy: x selects the half of Rm, y that of Rs
  case 0xd:
  case 0xe:
  case 0xf: sum = product_of_halves(m, to.n & 2, s, to.n & 1); break;
  default: return false;
  }
  x.s.accumulator = (x.s.accumulator + static_cast<uint64_t>(sum)) & kBits;
  return true;
}

// The upper eight bits are read sign-extended.
void read_accumulator(Execution& x, uint32_t low, uint32_t high) {
  x.cycles = x.time.coprocessor;
  const auto extended = static_cast<int64_t>(x.s.accumulator << 24) >> 24;
  x.set(low, static_cast<uint32_t>(extended));
  x.set(high, static_cast<uint32_t>(extended >> 32));
}

void write_accumulator(Execution& x, uint32_t low, uint32_t high) {
  x.cycles = x.time.coprocessor;
  x.s.accumulator = (uint64_t{x.reg(high)} << 32 | x.reg(low)) & kBits;
}

} // namespace ixp::xscale
