#include "mecc/mc/distance.h"
#include "mecc/mc/rules.h"

#include <algorithm>
#include <fmt/format.h>

namespace mecc::mc {

using mev2::InstrClass;
using mev2::Opcode;
using mev2::OperandKind;
using mev2::ShiftKind;

namespace {

// Local CSRs by byte address.
constexpr uint16_t kLmAddr0[] = {0x060, 0x064, 0x0e0, 0x0e4},
                   kLmAddr1[] = {0x068, 0x06c, 0x0e8, 0x0ec};
constexpr uint16_t kOtherIndex[] = {0x070, 0x074, 0x080, 0x084,
                                    0x0f4};               // BYTE_INDEX, T_INDEX, NN_PUT, NN_GET
constexpr uint16_t kSignalCsrs[] = {0x100, 0x104, 0x108}; // NEXT_, PREV_NEIGHBOR, SAME_ME
constexpr uint16_t kCrcRemainder = 0x140;

template <size_t N> bool one_of(const uint16_t (&set)[N], uint16_t address) {
  return std::find(std::begin(set), std::end(set), address) != std::end(set);
}

bool writes_csr(const Instr& i, auto& set) {
  return i.op() == Opcode::LOCAL_CSR_WR && one_of(set, i.word.csr);
}

bool is_register(const Slot& s) {
  return s.is_register() || (s.kind == Slot::Kind::Fixed && s.fixed.kind != OperandKind::Const);
}

// Calls f(instruction, distance) for every instruction that can run up to `most` instructions after
// n.
void within(const Flow& flow, uint32_t n, uint32_t most, auto f) {
  std::vector<uint32_t> frontier{n};
  for (uint32_t distance = 1; distance <= most; ++distance) {
    std::vector<uint32_t> next;
    for (uint32_t k : frontier)
      for (const Edge& e : flow.next[k])
        if (std::find(next.begin(), next.end(), e.to) == next.end()) next.push_back(e.to);
    for (uint32_t k : next)
      f(k, distance);
    frontier = std::move(next);
  }
}

class Neighbourhood {
public:
  Neighbourhood(Unit& unit, const Flow& flow) : unit_(unit), flow_(flow) {}

  void run() {
    for (uint32_t n = 0; n < unit_.code.size(); ++n) {
      defer_slot(n);
      predecessor(n);
      csr_read(n);
      distances(n);
    }
    last_slots();
    condition_codes();
  }

private:
  const Instr& at(uint32_t n) const { return unit_.code[n]; }

  // ---- Defer slots

  void defer_slot(uint32_t n) {
    const uint32_t owner = flow_.slot_of[n];
    if (owner == kNothing) return;
    const Instr& i = at(n);
    const auto complain = [&](std::string what) {
      unit_.error(i.at, std::move(what));
      unit_.note_place("the slot belongs to this", at(owner).at);
    };
    if (is_control(i))
      complain(fmt::format("{} cannot stand in a defer slot", i.info().is_branch ? "a branch"
                                                              : i.info().is_command
                                                                  ? "a command with ctx_swap"
                                                                  : "ctx_arb"));
    const bool pointer = writes_csr(i, kLmAddr0) || writes_csr(i, kLmAddr1) ||
                         writes_csr(i, kOtherIndex) ||
                         (i.op() == Opcode::CAM_LOOKUP && i.word.lm_addr_mask);
    if (pointer && swaps_context(at(owner)))
      complain("a write of an address or index register cannot stand in the defer slot of a "
               "context swap: it would take effect in the next context");
  }

  void last_slots() {
    for (uint32_t n = 0; n < unit_.code.size(); ++n) {
      const unsigned slots = at(n).word.defer;
      if (is_control(at(n)) && n + slots >= unit_.code.size())
        unit_.error(at(n).at, fmt::format("defer[{}] needs {} instruction{} behind it", slots,
                                          slots, slots == 1 ? "" : "s"));
    }
  }

  // ---- Required predecessors

  static bool leaves_amount(const Instr& i) {
    return leaves_sign(i) && i.op() != Opcode::ALU_NOT_AND && i.op() != Opcode::SHF_NOT_AND &&
           is_register(i.left);
  }

  static bool leaves_result(const Instr& i) {
    switch (i.info().cls) {
    case InstrClass::Alu:
    case InstrClass::AluShf:
    case InstrClass::LdField: return true;
    case InstrClass::Immed: return i.op() != Opcode::NOP;
    case InstrClass::Mult: return i.info().writes_dst;
    default: return false;
    }
  }

  void predecessor(uint32_t n) {
    const Instr& i = at(n);
    const bool indirect =
        i.word.shift == ShiftKind::LeftIndirect || i.word.shift == ShiftKind::RightIndirect;
    const bool result = i.word.indirect_ref || i.op() == Opcode::CAP_FAST_WR_ALU;
    if (!indirect && !result && i.op() != Opcode::ASR) return;
    std::string wrong;
    uint32_t culprit = kNothing;
    const auto check = [&](uint32_t p) {
      const Instr& before = at(p);
      if (indirect && !leaves_amount(before))
        wrong = "an indirect shift takes its amount from the first operand of the instruction "
                "before, which must be alu or alu_shf with "
                "B, ~B, AND, AND~, OR or XOR and a register there: alu[--, amount, OR, 0]";
      else if (i.op() == Opcode::ASR && !leaves_sign(before))
        wrong = "asr takes the sign from the result of the instruction before, which must be alu "
                "or alu_shf with B, ~B, AND, ~AND, AND~, OR or XOR";
      else if (result && !leaves_result(before))
        wrong = i.word.indirect_ref ? "indirect_ref takes its fields from the result of the "
                                      "instruction before, which must compute one"
                                    : "cap[fast_wr, ALU, ..] sends the result of the instruction "
                                      "before, which must compute one";
      else
        return;
      culprit = p;
    };
    for (uint32_t p : flow_.before[n])
      check(p);
    if (flow_.before[n].empty())
      wrong = "the instruction before this one must compute what it needs, and there is none";
    if (wrong.empty()) return;
    unit_.error(i.at, wrong);
    if (culprit != kNothing) unit_.note_place("this can come before it", at(culprit).at);
  }

  void csr_read(uint32_t n) {
    if (at(n).op() != Opcode::LOCAL_CSR_RD) return;
    const bool last_slot = flow_.next[n].size() != 1 || flow_.next[n][0].to != n + 1;
    const Instr* next = n + 1 < unit_.code.size() ? &at(n + 1) : nullptr;
    const bool good = next && !last_slot && next->op() == Opcode::IMMED &&
                      next->target == kNothing && !next->fields.empty() &&
                      next->fields[0].number.known == 0;
    if (!good)
      unit_.error(at(n).at, "local_csr_rd delivers its value through the next instruction, which "
                            "must be immed[register, 0]");
    else if (!next->labels.empty() && flow_.before[n + 1].size() > 1)
      unit_.error(next->at, "this immed receives a local CSR and cannot be a branch target");
  }

  // ---- Distances

  void distances(uint32_t n) {
    const Instr& i = at(n);
    if (writes_csr(i, kSignalCsrs))
      within(flow_, n, 1, [&](uint32_t k, uint32_t) {
        if (!writes_csr(at(k), kSignalCsrs)) return;
        unit_.warning(at(k).at, "one instruction should stand between two writes of the neighbour "
                                "and same-ME signal registers");
        unit_.note_place("the first of the two", at(n).at);
      });
    if (i.op() == Opcode::CRC)
      within(flow_, n, kCrcLatency - 1, [&](uint32_t k, uint32_t distance) {
        if (distance == 1 && at(k).op() == Opcode::CRC)
          too_close(k, n, "one instruction must stand between two crc");
        if (at(k).op() == Opcode::LOCAL_CSR_RD && at(k).word.csr == kCrcRemainder)
          too_close(k, n,
                    fmt::format("CRC_REMAINDER can be read {} instructions after the crc at the "
                                "earliest; {} more must stand between",
                                kCrcLatency, kCrcLatency - distance));
      });
    if (i.op() == Opcode::BR_SIGNAL || i.op() == Opcode::BR_NOT_SIGNAL) signal_reuse(n);
    pointer_use(n, kLmAddr0, 1, OperandKind::Lm0);
    pointer_use(n, kLmAddr1, 2, OperandKind::Lm1);
  }

  void too_close(uint32_t k, uint32_t n, const std::string& what) {
    unit_.error(at(k).at, what + "; put something else or a nop there");
    unit_.note_place("the first of the two", at(n).at);
  }

  void signal_reuse(uint32_t n) {
    const SignalRef& s = at(n).signal;
    bool said = false;
    within(flow_, n, kSignalReuse, [&](uint32_t k, uint32_t) {
      if (said || at(k).signal.kind == SignalRef::Kind::None || !at(k).info().is_command) return;
      if (signal_key(at(k).signal) != signal_key(s)) return;
      said = true;
      unit_.warning(at(k).at, fmt::format("this signal is used again less than {} instructions "
                                          "after br_signal tested it; the test may clear "
                                          "the new one",
                                          kSignalReuse + 1));
      unit_.note_place("tested here", at(n).at);
    });
  }

  void pointer_use(uint32_t n, auto& set, unsigned mask, OperandKind kind) {
    const Instr& i = at(n);
    if (!writes_csr(i, set) && !(i.op() == Opcode::CAM_LOOKUP && (i.word.lm_addr_mask & mask)))
      return;
    bool said = false;
    within(flow_, n, kPointerLatency, [&](uint32_t k, uint32_t distance) {
      for (const Slot* s : {&at(k).dst, &at(k).left, &at(k).right}) {
        if (said || s->kind != Slot::Kind::Fixed || s->fixed.kind != kind) continue;
        said = true;
        unit_.warning(s->at, fmt::format("this still uses the old local-memory address: the new "
                                         "one works after {} instructions, {} more "
                                         "must stand between",
                                         kPointerLatency, kPointerLatency + 1 - distance));
        unit_.note_place("the address is written here", i.at);
      }
    });
  }

  // ---- Condition codes do not survive a swap

  void condition_codes() {
    const auto size = static_cast<uint32_t>(unit_.code.size());
    std::vector<uint32_t> spoilt(size,
                                 kNothing); // before each instruction: the swap after which nothing
                                            // set them
    ixp::until_stable(std::views::iota(0u, size), [&](uint32_t n) {
      uint32_t after = sets_condition_codes(at(n)) ? kNothing : spoilt[n];
      const uint32_t owner = flow_.decides[n];
      if (owner != kNothing && swaps_context(at(owner))) after = owner;
      bool changed = false;
      for (const Edge& e : flow_.next[n])
        if (spoilt[e.to] == kNothing) changed |= (spoilt[e.to] = after) != kNothing;
      return changed;
    });
    for (uint32_t n = 0; n < size; ++n) {
      if (spoilt[n] == kNothing || !uses_condition_codes(at(n))) continue;
      unit_.error(at(n).at, "the condition codes are another context's after a swap; set them "
                            "again before using them");
      unit_.note_place("the context is swapped out here", at(spoilt[n]).at);
    }
  }

  Unit& unit_;
  const Flow& flow_;
};

} // namespace

bool leaves_sign(const Instr& i) {
  switch (i.op()) {
  case Opcode::ALU_B:
  case Opcode::ALU_NOT_B:
  case Opcode::ALU_AND:
  case Opcode::ALU_NOT_AND:
  case Opcode::ALU_AND_NOT:
  case Opcode::ALU_OR:
  case Opcode::ALU_XOR:
  case Opcode::SHF_B:
  case Opcode::SHF_NOT_B:
  case Opcode::SHF_AND:
  case Opcode::SHF_NOT_AND:
  case Opcode::SHF_AND_NOT:
  case Opcode::SHF_OR: return true;
  default: return false;
  }
}

void check_neighbourhood(Unit& unit, const Flow& flow) {
  Neighbourhood(unit, flow).run();
}

void check_end(Unit& unit, const Flow& flow) {
  if (flow.falls_off_end && !unit.code.empty())
    unit.warning(unit.code.back().at,
                 "the program can run past its last instruction; end it with a branch, "
                 "ctx_arb[kill] or halt");
}

} // namespace mecc::mc
