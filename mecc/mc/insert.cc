#include "mecc/mc/insert.h"

namespace mecc::mc {

std::optional<uint32_t> place_above(const Unit& unit, const Flow& flow, uint32_t n,
                                    const std::function<bool(uint32_t place)>& fits,
                                    const std::function<bool(const Instr&)>& passes) {
  for (uint32_t p = n;; --p) {
    const bool glued = p > 0 && (needs_predecessor(unit.code[p]) ||
                                 unit.code[p - 1].op() == mev2::Opcode::LOCAL_CSR_RD);
    if (flow.slot_of[p] == kNothing && !glued && fits(p)) return p;
    if (p == 0 || !unit.code[p].labels.empty() || !passes(unit.code[p - 1])) return std::nullopt;
  }
}

void insert(Unit& unit, uint32_t where, Instr i) {
  Instr& at = unit.code[where];
  i.labels = std::move(at.labels);
  i.hints = std::move(at.hints);
  i.points = std::move(at.points);
  at.labels.clear();
  at.points.clear();
  at.hints.clear();
  unit.code.insert(unit.code.begin() + where, std::move(i));
}

} // namespace mecc::mc
