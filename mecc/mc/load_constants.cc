// Constants that the field of an operand cannot hold go through a register:
//
//   alu[x, x, +, 1000]     immed[.const, 1000]
//                          alu[x, x, +, .const]
//
// A wide constant is loaded by two immed. If an instruction has two constants, the first is loaded,
// because only one can be read. The condition codes are preserved.
#include "mecc/mc/passes.h"

#include "mecc/mc/flow.h"

#include <fmt/format.h>

namespace mecc::mc {

namespace {

class Loader {
public:
  explicit Loader(Unit& unit) : unit_(unit), flow_(build_flow(unit)) {}

  // In descending order, so that the analyses of preceding instructions stay valid.
  unsigned run() {
    for (uint32_t n = static_cast<uint32_t>(unit_.code.size()); n-- > 0;)
      n = load_for(n);
    unit_.place_labels();
    return loaded_;
  }

private:
  // Returns the new index of the instruction.
  uint32_t load_for(uint32_t n) {
    const std::vector<Slot*> slots = wanted(unit_.code[n]);
    if (slots.empty()) return n;
    for (const Slot* s : slots)
      if (!in_range(*s)) return n;
    const auto everywhere = [](uint32_t) { return true; };
    const auto place = place_above(unit_, flow_, n, everywhere, [](const Instr&) { return true; });
    if (!place) {
      unit_.error(
          slots[0]->at,
          fmt::format("{}, and no instruction can be inserted here to load it; load it with immed "
                      "before",
                      too_large(*slots[0])));
      return n;
    }
    std::vector<Instr> loads;
    for (Slot* s : slots)
      load(*s, loads);
    for (auto i = loads.rbegin(); i != loads.rend(); ++i)
      insert(unit_, *place, std::move(*i));
    loaded_ += static_cast<unsigned>(slots.size());
    if (*place < n) flow_ = build_flow_again();
    return *place < n ? n + static_cast<uint32_t>(loads.size()) : n;
  }

  Flow build_flow_again() {
    unit_.place_labels();
    return build_flow(unit_);
  }

  bool is_wide(const Instr& i, const Slot& s) const {
    if (s.kind != Slot::Kind::Constant) return false;
    if (!s.number.open.empty()) return true; // its width is unknown
    if (!s.number.known) return unit_.wide.contains({s.at.line, s.at.offset});
    return *s.number.known < 0 ||
           *s.number.known > static_cast<int64_t>(largest_constant(i.info()));
  }

  std::vector<Slot*> wanted(Instr& i) const {
    std::vector<Slot*> out;
    if (i.info().is_branch) return out; // its constants are no ALU operands
    for (Slot* s : {&i.left, &i.right})
      if (is_wide(i, *s)) out.push_back(s);
    const bool both = i.left.kind == Slot::Kind::Constant && i.right.kind == Slot::Kind::Constant;
    if (both && out.empty()) out.push_back(&i.left);
    return out;
  }

  bool in_range(const Slot& s) {
    if (!s.number.known) return true;
    const int64_t v = *s.number.known;
    if (v >= -(int64_t{1} << 31) && v < int64_t{1} << 32) return true;
    unit_.error(s.at, fmt::format("constant {} does not fit 32 bits", v));
    return false;
  }

  std::string too_large(const Slot& s) const {
    return s.number.known
               ? fmt::format("constant {} does not fit the operand", *s.number.known)
               : fmt::format("the value of '{}' does not fit the operand", s.number.text);
  }

  // Appends the instructions that load the constant, and makes the slot name their register.
  void load(Slot& s, std::vector<Instr>& out) {
    Register r;
    r.name = fmt::format(".const{}", unit_.registers.size());
    r.declared = s.at;
    const auto id = static_cast<RegisterId>(unit_.registers.size());
    unit_.registers.push_back(std::move(r));
    mev2::Instruction probe;
    probe.opcode = mev2::Opcode::IMMED;
    const Number whole = s.number;
    if (whole.known && mev2::fit_immed(static_cast<uint32_t>(*whole.known), probe)) {
      out.push_back(immed(mev2::Opcode::IMMED, Field::ImmediateWhole, whole, id, s.at));
    } else {
      out.push_back(immed(mev2::Opcode::IMMED, Field::ImmediateWhole, low_half(whole), id, s.at));
      out.push_back(immed(mev2::Opcode::IMMED_W1, Field::Immediate, high_half(whole), id, s.at));
    }
    s.kind = Slot::Kind::Register;
    s.reg = id;
  }

  static Instr immed(mev2::Opcode op, Field field, Number n, RegisterId to, Place at) {
    Instr i;
    i.word.opcode = op;
    i.at = at;
    i.made_by_assembler = i.implicit = true;
    i.dst.kind = Slot::Kind::Register;
    i.dst.reg = to;
    const int64_t least = -(int64_t{1} << 31), most = (int64_t{1} << 32) - 1;
    i.fields.push_back({field, std::move(n), least, most, "value"});
    return i;
  }

  static Number low_half(Number n) {
    if (n.known) n.known = *n.known & 0xffff;
    n.text = fmt::format("(({}) & 0xffff)", n.text);
    return n;
  }

  // Without a mask, so that an import variable of more than 32 bits does not fit.
  static Number high_half(Number n) {
    if (n.known) n.known = *n.known >> 16;
    n.text = fmt::format("(({}) >> 16)", n.text);
    return n;
  }

  Unit& unit_;
  Flow flow_;
  unsigned loaded_ = 0;
};

} // namespace

void load_constants(Unit& unit) {
  if (const unsigned loaded = Loader(unit).run())
    unit.remarks.push_back(fmt::format("{} constants loaded into registers", loaded));
}

} // namespace mecc::mc
