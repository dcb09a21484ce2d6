#include "mecc/mc/allocate.h"

namespace mecc::mc {

Interference::Interference(const Unit& unit, const Liveness& live) : unit_(unit) {
  const size_t n = 2 * unit.registers.size();
  rows_.assign(n, Bits(n));
  used_ = Bits(n);
  for (const Bits& together : live.occupied) {
    together.each([&](size_t v) { rows_[v].merge(together); });
    used_.merge(together);
  }
  for (const auto& accesses : live.accesses)
    for (const Access& a : accesses)
      used_.set(variable(a.reg, a.side));
  if (live.in.empty()) return;
  Bits at_start = live.in[unit.entry_node()]; // includes registers initialised by the loader
  for (RegisterId r = 0; r < unit.registers.size(); ++r)
    if (unit.registers[r].initial)
      for (const Side side : {Side::In, Side::Out})
        at_start.set(variable(r, side));
  at_start.each([&](size_t v) { rows_[v].merge(at_start); });
}

bool Interference::between(RegisterId a, RegisterId b) const {
  if (a == b) return false;
  if (unit_.registers[a].everywhere() || unit_.registers[b].everywhere()) return true;
  for (const Side side : {Side::In, Side::Out})
    if (rows_[variable(a, side)].test(variable(b, side))) return true;
  return false;
}

} // namespace mecc::mc
