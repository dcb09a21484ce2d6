#include "mecc/mc/allocate.h"

namespace mecc::mc {

Interference::Interference(const Unit& unit, const Liveness& live) : unit_(unit) {
  const size_t n = 2 * unit.registers.size();
  rows_.assign(n, Bits(n));
  used_ = Bits(n);
  for (const Bits& together : live.occupied) {
    together.each([&](size_t v) { rows_[v].add(together); });
    used_.add(together);
  }
  if (!live.in.empty()) live.in[0].each([&](size_t v) { rows_[v].add(live.in[0]); });
  for (const auto& accesses : live.accesses)
    for (const Access& a : accesses)
      used_.set(variable(a.reg, a.side));
}

bool Interference::between(RegisterId a, RegisterId b) const {
  if (a == b) return false;
  if (unit_.registers[a].everywhere() || unit_.registers[b].everywhere()) return true;
  for (const Side side : {Side::In, Side::Out})
    if (rows_[variable(a, side)].test(variable(b, side))) return true;
  return false;
}

} // namespace mecc::mc
