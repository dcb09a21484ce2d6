// Minimum distances between instructions, and the rules for results across swaps.
#include "mecc/codegen/word_stages.h"

#include "mecc/mc/dependence.h"
#include "mecc/mc/distance.h"
#include "mecc/mc/flow.h"

#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <utility>

namespace mecc::codegen {

using mc::Instr;
using mev2::Opcode;

namespace {

constexpr unsigned kFarthest = mc::kCrcLatency; // no rule reaches farther
constexpr uint32_t kLookAhead = 16;             // candidates considered for a gap

class Spacer {
public:
  explicit Spacer(mc::Unit& unit)
      : unit_(unit), flow_(mc::build_flow(unit)), cc_live_(mc::condition_codes_live(unit, flow_)),
        gap_(unit.code.size(), 0), outside_(unit.code.size(), 0) {}

  unsigned run() {
    // Moves permute instructions within a straight line, so the flow between positions is
    // unchanged. Gaps become nops in the end.
    for (uint32_t n = 0; n < unit_.code.size(); ++n) {
      wait_before_loops(n);
      if (const unsigned missing = shortage(n).missing) n = open_gap(n, missing);
    }
    settle();
    return insert_nops();
  }

private:
  Instr& at(uint32_t n) { return unit_.code[n]; }

  // Waits for results of preceding code once before the loop, not in each iteration.
  void wait_before_loops(uint32_t n) {
    std::optional<uint32_t> head; // of the loop
    for (uint32_t p = n; p-- > 0 && n - p < kFarthest;) {
      if (!at(p + 1).labels.empty() && flow_.depth[p + 1] > flow_.depth[p]) head = p + 1;
      if (mc::is_control(at(p)) || flow_.slot_of[p] != mc::kNothing) return;
      const unsigned least = mc::least_distance(at(p), at(n));
      if (least <= 1 || !head) continue;
      unsigned distance = 0;
      for (uint32_t k = p + 1; k <= n; ++k)
        distance += 1 + gap_[k] + outside_[k];
      if (least > distance) outside_[*head] += least - distance;
    }
  }

  // Number of instructions missing on the path to n that lacks most, and the second position of
  // that path.
  struct Shortage {
    unsigned missing = 0;
    uint32_t second = 0;
  };

  Shortage shortage(uint32_t n) {
    Shortage most;
    std::vector<std::pair<uint32_t, unsigned>> reached{{n, 0}}; // position and distance to n
    for (size_t k = 0; k < reached.size(); ++k) {
      const auto [to, steps] = reached[k];
      const unsigned distance = steps + gap_[to] + 1;
      if (distance >= kFarthest) continue;
      for (const uint32_t p : flow_.before[to]) {
        const unsigned way = distance + (p + 1 == to ? outside_[to] : 0);
        const unsigned least = mc::least_distance(at(p), at(n));
        if (least > way && least - way > most.missing) most = {least - way, to};
        const auto known = std::find_if(reached.begin(), reached.end(), [&](const auto& r) {
          return r.first == p && r.second <= way;
        });
        if (known == reached.end()) reached.emplace_back(p, way);
      }
    }
    return most;
  }

  // Widens gaps until all distances suffice. A backward jump may need another iteration. Ends, as
  // every change lowers the number of instructions that a path lacks.
  void settle() {
    const auto size = static_cast<uint32_t>(unit_.code.size());
    ixp::until_stable(std::views::iota(0u, size), [&](uint32_t n) {
      const Shortage lacking = shortage(n);
      if (!lacking.missing || unit_.failed()) return false;
      if (widen(gap_place(n), n, lacking) || widen(gap_place(lacking.second), n, lacking))
        return true;
      unit_.error(at(n).at,
                  fmt::format("{} more instructions must stand in front of this one, and defer "
                              "slots leave no room for them; move it behind the branch",
                              lacking.missing));
      return false;
    });
  }

  // Widens a gap. False if the path does not pass it: it leads behind it, as a jump to a label
  // between instructions that stay together.
  bool widen(uint32_t place, uint32_t n, const Shortage& lacking) {
    gap_[place] += lacking.missing;
    if (shortage(n).missing < lacking.missing) return true;
    gap_[place] -= lacking.missing;
    return false;
  }

  // True if no instruction may come between the two. A CSR write passes nothing to the next
  // instruction: that one starts a sequence which waits for the write.
  bool stay_together(const Instr& before, const Instr& i) const {
    if (before.op() == Opcode::LOCAL_CSR_RD) return true;
    return mc::needs_predecessor(i) && before.op() != Opcode::LOCAL_CSR_WR;
  }

  // Position of a gap: before n, or before the instructions that must directly precede n. Defer
  // slots follow their branch.
  uint32_t gap_place(uint32_t n) const {
    while (n > 0 &&
           (flow_.slot_of[n] != mc::kNothing || stay_together(unit_.code[n - 1], unit_.code[n])))
      --n;
    return n;
  }

  // True if no branch or label comes between the two.
  bool is_straight(uint32_t place, uint32_t n) {
    for (uint32_t k = place; k < n; ++k)
      if (mc::is_control(at(k)) || !at(k + 1).labels.empty()) return false;
    return true;
  }

  // Returns the new position of n.
  uint32_t open_gap(uint32_t n, unsigned missing) {
    uint32_t place = gap_place(n);
    const bool straight = is_straight(place, n);
    for (uint32_t j = n + 1; straight && missing && can_pass(j) && j - n <= kLookAhead; ++j) {
      if (!can_rise(j, place)) continue;
      rise(j, place++);
      ++n;
      --missing;
    }
    gap_[place] += missing;
    return n;
  }

  // True if the instruction is in a straight line with its predecessor.
  bool can_pass(uint32_t j) {
    return j < unit_.code.size() && at(j).labels.empty() && !mc::is_control(at(j)) &&
           !mc::is_control(at(j - 1)) && flow_.slot_of[j] == mc::kNothing;
  }

  bool can_rise(uint32_t j, uint32_t place) {
    const Instr& i = at(j);
    if (i.op() == Opcode::NOP || i.info().is_command || !i.hints.empty() ||
        mc::keeps_distance(unit_, i) || mc::needs_predecessor(i) || mc::uses_condition_codes(i) ||
        at(j - 1).op() == Opcode::LOCAL_CSR_RD)
      return false;
    const bool more = j + 1 < unit_.code.size();
    if (more && mc::needs_predecessor(at(j + 1))) return false;
    if (mc::sets_condition_codes(i) && (cc_live_[place] || (more && cc_live_[j + 1]))) return false;
    for (uint32_t k = place; k < j; ++k)
      if (mc::depends(unit_, at(k), i)) return false;
    return true;
  }

  void rise(uint32_t j, uint32_t place) {
    const auto rotate = [&](auto& v) {
      const auto first = v.begin() + static_cast<long>(place),
                 last = v.begin() + static_cast<long>(j);
      std::rotate(first, last, last + 1);
    };
    const bool live = cc_live_[place] && !mc::sets_condition_codes(at(j));
    rotate(unit_.code);
    rotate(cc_live_);
    cc_live_[place] = live;
    std::swap(at(place).labels, at(place + 1).labels); // labels stay at their position; the moved
                                                       // instruction had none
  }

  unsigned insert_nops() {
    unsigned nops = 0;
    std::vector<Instr> code;
    for (uint32_t n = 0; n < unit_.code.size(); ++n) {
      Instr& i = at(n);
      for (unsigned k = 0; k < outside_[n] + gap_[n]; ++k, ++nops) {
        Instr nop;
        nop.word.opcode = Opcode::NOP;
        nop.at = i.at;
        if (k >= outside_[n]) std::swap(nop.labels, i.labels);
        code.push_back(std::move(nop));
      }
      code.push_back(std::move(i));
    }
    unit_.code = std::move(code);
    unit_.place_labels();
    return nops;
  }

  mc::Unit& unit_;
  const mc::Flow flow_;
  std::vector<bool> cc_live_;
  std::vector<unsigned> gap_;     // nops inserted before each instruction
  std::vector<unsigned> outside_; // and before its labels: jumps to them need no wait
};

} // namespace

unsigned keep_distances(mc::Unit& unit) {
  return Spacer(unit).run();
}

} // namespace mecc::codegen
