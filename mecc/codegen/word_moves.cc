#include "mecc/codegen/word_moves.h"

#include "mecc/mc/defer.h"
#include "mecc/mc/dependence.h"
#include "mecc/mc/distance.h"

#include <algorithm>
#include <iterator>

namespace mecc::codegen {

using mc::Instr;
using mc::kNothing;
using mc::Slot;
using mev2::Opcode;

namespace {

constexpr unsigned kFarthest = mc::kCrcLatency + 1; // no distance rule reaches farther

bool is_private(const mc::Unit& unit, const Slot& s) {
  if (!s.is_register()) return s.kind != Slot::Kind::Fixed;
  const mc::Register& r = unit.registers[s.reg];
  return r.file == mc::File::Gpr && !r.everywhere();
}

} // namespace

WordMoves::WordMoves(mc::Unit& unit)
    : unit_(unit), flow_(mc::build_flow(unit)), codes_(mc::condition_codes_live(unit, flow_)),
      gone_(unit.code.size()), slots_(unit.code.size()) {}

bool WordMoves::can_leave(uint32_t k) const {
  const Instr& i = at(k);
  return i.dst.is_register() && is_private(unit_, i.dst) && is_private(unit_, i.left) &&
         is_private(unit_, i.right) && i.target == kNothing && i.hints.empty() &&
         !i.info().is_command && !mc::keeps_distance(unit_, i) && !mc::needs_predecessor(i) &&
         !mc::needs_predecessor(at(k + 1)) && at(k - 1).op() != Opcode::LOCAL_CSR_RD && is_loose(k);
}

bool WordMoves::can_pass(const Instr& i, const std::vector<uint32_t>& passed) const {
  return std::none_of(passed.begin(), passed.end(), [&](uint32_t k) {
    return mc::depends(unit_, at(k), i) || mc::depends(unit_, i, at(k));
  });
}

// Instructions close enough for their distance to matter. Holes take no cycle.
WordMoves::Reached WordMoves::around(uint32_t k, bool before) const {
  Reached reached{{k, 0}};
  for (size_t r = 0; r < reached.size(); ++r) {
    const auto [from, steps] = reached[r];
    if (steps >= kFarthest) continue;
    const auto add = [&](uint32_t to) {
      const std::pair next{to, steps + (gone_[to] ? 0u : 1u)};
      if (std::find(reached.begin(), reached.end(), next) == reached.end()) reached.push_back(next);
    };
    if (before)
      for (const uint32_t p : flow_.before[from])
        add(p);
    else
      for (const mc::Edge& e : flow_.next[from])
        add(e.to);
  }
  return reached;
}

bool WordMoves::is_loose(uint32_t k) const {
  const Reached first = around(k, /*before=*/true), second = around(k, /*before=*/false);
  for (const auto& [a, up] : first)
    for (const auto& [b, down] : second)
      if (a != k && b != k && !gone_[a] && !gone_[b] &&
          mc::least_distance(at(a), at(b)) > up + down - 1)
        return false;
  return true;
}

unsigned WordMoves::slots(uint32_t n) const {
  return static_cast<unsigned>(at(n).word.defer + slots_[n].size());
}

void WordMoves::remove(uint32_t n) {
  gone_[n] = true;
  uint32_t next = n + 1;
  while (gone_[next])
    ++next;
  std::vector<mc::LabelId>&labels = unit_.code[n].labels, &later = unit_.code[next].labels;
  later.insert(later.begin(), labels.begin(), labels.end());
  labels.clear();
}

void WordMoves::move(uint32_t from, uint32_t to) {
  remove(from);
  if (mc::is_control(at(to))) return append(from, to);
  Instr moved = at(from);
  moved.labels = std::move(unit_.code[to].labels);
  unit_.code[to] = std::move(moved);
}

void WordMoves::close_holes(bool in_front) {
  std::vector<Instr> code;
  const auto take = [&](uint32_t n) {
    if (!gone_[n]) code.push_back(std::move(unit_.code[n]));
  };
  for (uint32_t n = 0; n < unit_.code.size(); ++n) {
    std::vector<Instr>& added = slots_[n];
    const unsigned old = added.empty() ? 0 : at(n).word.defer;
    if (!added.empty()) mc::set_slots(unit_.code[n], slots(n));
    take(n);
    if (in_front) std::move(added.begin(), added.end(), std::back_inserter(code));
    for (unsigned k = 0; k < old; ++k)
      take(++n);
    if (!in_front) std::move(added.begin(), added.end(), std::back_inserter(code));
  }
  unit_.code = std::move(code);
  unit_.place_labels();
}

} // namespace mecc::codegen
