// Instruction selection: the patterns of Cg*.td, plus byte masks and branches on bits, bytes and
// halves, which patterns cannot express.
#include "mecc/codegen/target_machine.h"

#include "llvm/CodeGen/SelectionDAGISel.h"
#include "llvm/Support/KnownBits.h"

using namespace llvm;
using mecc::codegen::Condition;
using mecc::codegen::shift_operand;
using mev2::ShiftKind;

#define DEBUG_TYPE "mev2-isel"

namespace {

using mecc::codegen::ShiftedByte;
ShiftedByte shiftedByte(uint64_t v) {
  return mecc::codegen::shifted_byte(static_cast<uint32_t>(v));
}

// ld_field's mask if v consists of whole bytes (0x00 or 0xff), else 0.
unsigned byte_mask(uint32_t v) {
  unsigned mask = 0;
  for (unsigned byte = 0; byte < 4; ++byte) {
    const uint32_t bits = v >> 8 * byte & 0xff;
    if (bits == 0xff)
      mask |= 1u << byte;
    else if (bits)
      return 0;
  }
  return mask;
}

class MEv2Selector final : public SelectionDAGISel {
public:
  explicit MEv2Selector(MEv2TargetMachine& tm) : SelectionDAGISel(tm) {}

#include "MEv2GenDAGISel.inc"

  void Select(SDNode* n) override {
    if (n->isMachineOpcode()) {
      n->setNodeId(-1);
      return;
    }
    const bool done = [&] {
      switch (n->getOpcode()) {
      case ISD::AND: return select_mask(n) || select_with_shifted(n);
      case ISD::OR: return select_field(n) || select_scaled(n) || select_with_shifted(n);
      case ISD::ADD: return select_joined_term(n);
      case ISD::SHL: return select_masked_and_scaled(n) || select_shift(n);
      case ISD::SRL: return select_shift(n);
      case ISD::SRA: return select_signed_shift(n);
      case MEv2ISD::ALL_BUT: return select_all_but(n);
      case ISD::MULHU: return replace(n, MEv2::CgMulHi, {n->getOperand(0), n->getOperand(1)});
      case ISD::BSWAP: return select_bswap(n);
      case ISD::FSHR: return select_funnel(n);
      case ISD::FrameIndex: return select_slot(n);
      case MEv2ISD::SUM: return select_sum(n);
      case MEv2ISD::BRCC:
      case MEv2ISD::SELECT: return select_decision(n);
      default: return false;
      }
    }();
    if (!done) SelectCode(n);
  }

private:
  SDValue target(int64_t v, SDNode* at) {
    return CurDAG->getTargetConstant(static_cast<uint64_t>(v), SDLoc(at), MVT::i32);
  }
  bool replace(SDNode* n, unsigned form, ArrayRef<SDValue> operands) {
    CurDAG->SelectNodeTo(n, form, MVT::i32, operands);
    return true;
  }
  SDValue machine(SDNode* at, unsigned form, ArrayRef<SDValue> operands) {
    return SDValue(CurDAG->getMachineNode(form, SDLoc(at), MVT::i32, operands), 0);
  }

  struct Shifted {
    SDValue value;
    int shift = 0;       // encoded operand
    uint32_t kept = ~0u; // bits that may be nonzero
  };
  // Splits off a constant shift that the form can do itself.
  Shifted peel_shift(SDValue v) const {
    const auto* c = v.getNumOperands() == 2 ? dyn_cast<ConstantSDNode>(v.getOperand(1)) : nullptr;
    if (!c || c->getZExtValue() < 1 || c->getZExtValue() > 31 || !v.hasOneUse()) return {v};
    const unsigned n = static_cast<unsigned>(c->getZExtValue());
    switch (v.getOpcode()) {
    case ISD::SRL: return {v.getOperand(0), shift_operand(ShiftKind::Right, n), ~0u >> n};
    case ISD::SHL: return {v.getOperand(0), shift_operand(ShiftKind::Left, n), ~0u << n};
    case ISD::ROTL: return {v.getOperand(0), shift_operand(ShiftKind::RotateRight, 32 - n)};
    case ISD::ROTR: return {v.getOperand(0), shift_operand(ShiftKind::RotateRight, n)};
    default: return {v};
    }
  }

  // Strips a redundant mask: the hardware uses only five bits of a variable amount.
  static SDValue unmasked(SDValue amount) {
    while (amount.getOpcode() == ISD::AND)
      if (const auto* c = dyn_cast<ConstantSDNode>(amount.getOperand(1));
          c && (c->getZExtValue() & 31) == 31)
        amount = amount.getOperand(0);
      else
        break;
    return amount;
  }
  bool select_signed_shift(SDNode* n) {
    const SDValue amount = unmasked(n->getOperand(1));
    return amount != n->getOperand(1) && replace(n, MEv2::CgSraV, {amount, n->getOperand(0)});
  }

  struct Indirect {
    SDValue amount, value; // `value` is a target constant if it is a byte
    int shift;             // encoded operand
  };
  SDValue byte_or_value(SDValue v) {
    const auto* c = dyn_cast<ConstantSDNode>(v);
    return c && c->getZExtValue() <= 255 ? target(c->getSExtValue(), v.getNode()) : v;
  }
  static bool is_byte(SDValue v) { return v.getOpcode() == ISD::TargetConstant; }
  // Splits a shift by a variable.
  std::optional<Indirect> indirect(SDValue v) {
    if (v.getOpcode() == MEv2ISD::ALL_BUT)
      return Indirect{unmasked(v.getOperand(0)), target(1, v.getNode()),
                      shift_operand(ShiftKind::LeftIndirect, 0)};
    const bool left = v.getOpcode() == ISD::SHL;
    if ((!left && v.getOpcode() != ISD::SRL) || isa<ConstantSDNode>(v.getOperand(1)))
      return std::nullopt;
    return Indirect{unmasked(v.getOperand(1)), byte_or_value(v.getOperand(0)),
                    shift_operand(left ? ShiftKind::LeftIndirect : ShiftKind::RightIndirect, 0)};
  }
  bool select_shift(SDNode* n) {
    const auto i = indirect(SDValue(n, 0));
    return i && replace(n, is_byte(i->value) ? MEv2::CgShiftVi : MEv2::CgShiftVr,
                        {i->amount, i->value, target(i->shift, n)});
  }
  bool select_all_but(SDNode* n) {
    const auto i = indirect(SDValue(n, 0));
    return replace(n, MEv2::CgNot,
                   {machine(n, MEv2::CgShiftVi, {i->amount, i->value, target(i->shift, n)})});
  }

  // AND, AND NOT or OR with a value that is shifted by a variable: the word that shifts does both.
  bool select_with_shifted(SDNode* n) {
    for (const unsigned side : {0u, 1u}) {
      SDValue v = n->getOperand(side);
      const bool inverted = n->getOpcode() == ISD::AND && v.hasOneUse() &&
                            (isBitwiseNot(v) || v.getOpcode() == MEv2ISD::ALL_BUT);
      if (inverted && v.getOpcode() != MEv2ISD::ALL_BUT) v = v.getOperand(0);
      const auto i = v.hasOneUse() ? indirect(v) : std::nullopt;
      if (!i || (v.getOpcode() == MEv2ISD::ALL_BUT && !inverted)) continue;
      const SDValue other = n->getOperand(1 - side);
      const SDValue left = is_byte(i->value) ? other : byte_or_value(other);
      const auto form = [&](unsigned rr, unsigned ri, unsigned ir) {
        return is_byte(i->value) ? ri : is_byte(left) ? ir : rr;
      };
      const unsigned chosen =
          n->getOpcode() == ISD::OR ? form(MEv2::CgShfVOrrr, MEv2::CgShfVOrri, MEv2::CgShfVOrir)
          : inverted ? form(MEv2::CgShfVAndNotrr, MEv2::CgShfVAndNotri, MEv2::CgShfVAndNotir)
                     : form(MEv2::CgShfVAndrr, MEv2::CgShfVAndri, MEv2::CgShfVAndir);
      return replace(n, chosen, {i->amount, left, i->value, target(i->shift, n)});
    }
    return false;
  }

  // x AND whole bytes, where x may be shifted: ld_field_w_clr. An unshifted 8-bit constant stays an
  // ALU operand.
  bool select_mask(SDNode* n) {
    const auto* c = dyn_cast<ConstantSDNode>(n->getOperand(1));
    if (!c) return false;
    const auto mask = static_cast<uint32_t>(c->getZExtValue());
    const Shifted s = peel_shift(n->getOperand(0));
    // Mask bits that the shift clears anyway are arbitrary.
    unsigned bytes = byte_mask(mask & s.kept);
    if (!bytes || (mask & s.kept) != (byte_expand(bytes) & s.kept))
      bytes = byte_mask(mask | ~s.kept);
    if (!bytes || bytes == 15) return false;
    if (!s.shift && mask <= 255) return false;
    return replace(n, MEv2::CgFieldClr, {s.value, target(bytes, n), target(s.shift, n)});
  }

  static uint32_t byte_expand(unsigned bytes) {
    uint32_t v = 0;
    for (unsigned b = 0; b < 4; ++b)
      if (bytes & 1u << b) v |= 0xffu << 8 * b;
    return v;
  }

  // (a AND ~bytes) OR (b AND bytes): ld_field; b may be shifted and needs no mask of its own.
  bool select_field(SDNode* n) {
    for (const unsigned side : {0u, 1u}) {
      const SDValue a = n->getOperand(side), b = n->getOperand(1 - side);
      if (a.getOpcode() != ISD::AND || !a.hasOneUse()) continue;
      const auto* keep = dyn_cast<ConstantSDNode>(a.getOperand(1));
      if (!keep) continue;
      const unsigned bytes = byte_mask(~static_cast<uint32_t>(keep->getZExtValue()));
      if (!bytes || bytes == 15) continue;
      const uint32_t field = byte_expand(bytes);
      SDValue source = b;
      if (const auto* c = dyn_cast<ConstantSDNode>(b)) {
        if ((c->getZExtValue() & ~field) != 0 || c->isZero()) continue;
        const ShiftedByte s = shiftedByte(c->getZExtValue());
        if (s.byte > 255) continue;
        return replace(
            n, MEv2::CgFieldi,
            {a.getOperand(0), target(s.byte, n), target(bytes, n),
             target(s.shift ? shift_operand(ShiftKind::Left, static_cast<unsigned>(s.shift)) : 0,
                    n)});
      }
      bool masked = false;
      if (b.getOpcode() == ISD::AND && b.hasOneUse())
        if (const auto* m = dyn_cast<ConstantSDNode>(b.getOperand(1));
            m && m->getZExtValue() == field) {
          source = b.getOperand(0);
          masked = true;
        }
      const Shifted s = peel_shift(source);
      if (!masked) {
        const KnownBits known = CurDAG->computeKnownBits(b);
        if ((~known.Zero.getZExtValue() & 0xffffffff & ~field) != 0) continue;
      }
      return replace(n, MEv2::CgField,
                     {a.getOperand(0), s.value, target(bytes, n), target(s.shift, n)});
    }
    return false;
  }

  // (x AND m) << k, where m << k is a byte, in one word. LLVM shifts first only for some x.
  SDValue masked_and_scaled(SDNode* shifted) {
    const SDValue masked = shifted->getOperand(0);
    const auto* k = dyn_cast<ConstantSDNode>(shifted->getOperand(1));
    if (!k || masked.getOpcode() != ISD::AND) return {};
    const auto* m = dyn_cast<ConstantSDNode>(masked.getOperand(1));
    if (!m || m->getZExtValue() << k->getZExtValue() > 255) return {};
    return machine(shifted, MEv2::CgShfAndir,
                   {target(static_cast<int64_t>(m->getZExtValue() << k->getZExtValue()), shifted),
                    masked.getOperand(0),
                    target(shift_operand(ShiftKind::Left, static_cast<unsigned>(k->getZExtValue())),
                           shifted)});
  }
  bool select_masked_and_scaled(SDNode* n) {
    const SDValue scaled = masked_and_scaled(n);
    if (scaled) ReplaceNode(n, scaled.getNode());
    return static_cast<bool>(scaled);
  }

  // The same OR c, a byte further left: both are operands.
  bool select_scaled(SDNode* n) {
    const auto* c = dyn_cast<ConstantSDNode>(n->getOperand(1));
    const SDValue shifted = n->getOperand(0);
    if (!c || c->getZExtValue() <= 255 || shifted.getOpcode() != ISD::SHL || !shifted.hasOneUse())
      return false;
    const ShiftedByte byte = shiftedByte(c->getZExtValue());
    if (byte.byte > 255) return false;
    const SDValue scaled = masked_and_scaled(shifted.getNode());
    if (!scaled) return false;
    return replace(n, MEv2::CgShfOrri,
                   {scaled, target(byte.byte, n),
                    target(shift_operand(ShiftKind::Left, static_cast<unsigned>(byte.shift)), n)});
  }

  // a + b + c, where b has no bit of the shifted byte c: a word for b OR c, none for c. LLVM adds
  // constants last.
  bool select_joined_term(SDNode* n) {
    const auto* c = dyn_cast<ConstantSDNode>(n->getOperand(1));
    const SDValue sum = n->getOperand(0);
    if (!c || c->getZExtValue() <= 255 || sum.getOpcode() != ISD::ADD || !sum.hasOneUse())
      return false;
    const ShiftedByte byte = shiftedByte(c->getZExtValue());
    if (byte.byte > 255) return false;
    for (const unsigned side : {0u, 1u}) {
      const SDValue term = sum.getOperand(side);
      if (!CurDAG->MaskedValueIsZero(term, c->getAPIntValue())) continue;
      const SDValue joined = machine(
          n, MEv2::CgShfOrri,
          {term, target(byte.byte, n),
           target(shift_operand(ShiftKind::Left, static_cast<unsigned>(byte.shift)), n)});
      return replace(n, MEv2::CgAddrr, {sum.getOperand(1 - side), joined});
    }
    return false;
  }

  // bswap: the outer bytes of one rotation, the inner ones of the other.
  bool select_bswap(SDNode* n) {
    const SDValue x = n->getOperand(0);
    const SDValue outer =
        machine(n, MEv2::CgFieldClr,
                {x, target(0b1010, n), target(shift_operand(ShiftKind::RotateRight, 8), n)});
    return replace(
        n, MEv2::CgField,
        {outer, x, target(0b0101, n), target(shift_operand(ShiftKind::RotateRight, 24), n)});
  }

  bool select_funnel(SDNode* n) {
    const auto* c = dyn_cast<ConstantSDNode>(n->getOperand(2));
    if (c && c->getZExtValue() % 32 != 0)
      return replace(n, MEv2::CgDblShift,
                     {n->getOperand(0), n->getOperand(1),
                      target(shift_operand(ShiftKind::Right, c->getZExtValue() % 32), n)});
    return replace(n, MEv2::CgDblShiftV,
                   {unmasked(n->getOperand(2)), n->getOperand(0), n->getOperand(1),
                    target(shift_operand(ShiftKind::RightIndirect, 0), n)});
  }

  bool select_slot(SDNode* n) {
    const int slot = cast<FrameIndexSDNode>(n)->getIndex();
    return replace(n, MEv2::CgSlotAddress,
                   {CurDAG->getTargetFrameIndex(slot, MVT::i32), target(0, n)});
  }

  // One word reads the first two terms, so these must be registers. Further terms that fit a byte
  // stay constants.
  bool select_sum(SDNode* n) {
    SmallVector<SDValue, 16> terms;
    for (const SDValue& term : n->op_values()) {
      const auto* c = dyn_cast<ConstantSDNode>(term);
      const bool byte = c && c->getZExtValue() <= 255 && terms.size() >= 2;
      terms.push_back(byte ? target(static_cast<int64_t>(c->getZExtValue()), n) : term);
    }
    return replace(n, MEv2::CgSum, terms);
  }

  // ---- branches

  // Select form that corresponds to a branch form.
  static unsigned choosing(unsigned branch) {
    switch (branch) {
    case MEv2::CgBrTestrr: return MEv2::CgSelectTestrr;
    case MEv2::CgBrTestri: return MEv2::CgSelectTestri;
    case MEv2::CgBrSet: return MEv2::CgSelectSet;
    case MEv2::CgBrClear: return MEv2::CgSelectClear;
    case MEv2::CgBrByteEq: return MEv2::CgSelectByteEq;
    default: return MEv2::CgSelectByteNe;
    }
  }

  bool branch(SDNode* n, unsigned form, ArrayRef<SDValue> operands) {
    SmallVector<SDValue, 5> all(operands);
    if (n->getOpcode() == MEv2ISD::SELECT) {
      all.append({n->getOperand(3), n->getOperand(4)}); // the two values
      return replace(n, choosing(form), all);
    }
    all.append({n->getOperand(4), n->getOperand(0)}); // block, chain
    CurDAG->SelectNodeTo(n, form, MVT::Other, all);
    return true;
  }

  // Equality of a masked value with a constant: tests a bit, a byte, or an AND without destination.
  // Comparisons with 0 test the sign.
  bool select_decision(SDNode* n) {
    const unsigned first = n->getOpcode() == MEv2ISD::BRCC; // after the chain
    const auto condition =
        static_cast<Condition>(cast<ConstantSDNode>(n->getOperand(first))->getZExtValue());
    const SDValue left = n->getOperand(first + 1);
    const auto* c = dyn_cast<ConstantSDNode>(n->getOperand(first + 2));
    const bool equal = condition == Condition::EQ;
    if (c && c->isZero() && (condition == Condition::LT || condition == Condition::GE))
      return branch(n, condition == Condition::LT ? MEv2::CgBrSet : MEv2::CgBrClear,
                    {left, target(31, n)}); // the sign
    if (!c || (!equal && condition != Condition::NE)) return false;
    const auto value = static_cast<uint32_t>(c->getZExtValue());
    if (left.getOpcode() != ISD::AND) return select_top(n, left, value, equal);
    const auto* m = dyn_cast<ConstantSDNode>(left.getOperand(1));
    const auto shifts = [&](SDValue v) { return v.hasOneUse() && indirect(v).has_value(); };
    if (!m) {
      if (value || !left.hasOneUse() || any_of(left->op_values(), shifts)) return false;
      return branch(n, MEv2::CgBrTestrr,
                    {n->getOperand(first), left.getOperand(0), left.getOperand(1)});
    }
    const auto mask = static_cast<uint32_t>(m->getZExtValue());
    const SDValue x = left.getOperand(0);
    if (select_bit(n, x, mask, value, equal) || select_bytes(n, x, mask, value, equal)) return true;
    if (value || mask > 255 || !left.hasOneUse() || shifts(x)) return false;
    return branch(n, MEv2::CgBrTestri, {n->getOperand(first), x, target(mask, n)});
  }

  struct Down {
    SDValue value;
    unsigned amount = 0;
  };
  static Down shifted_down(SDValue v) {
    if (v.getOpcode() == ISD::SRL)
      if (const auto* c = dyn_cast<ConstantSDNode>(v.getOperand(1)))
        return {v.getOperand(0), static_cast<unsigned>(c->getZExtValue())};
    return {v};
  }

  bool select_bit(SDNode* n, SDValue x, uint32_t mask, uint32_t value, bool equal) {
    if (!isPowerOf2_32(mask) || (value && value != mask)) return false;
    const Down d = shifted_down(x);
    const unsigned bit = Log2_32(mask) + d.amount;
    if (bit > 31) return false;
    const bool set = equal == (value != 0);
    return branch(n, set ? MEv2::CgBrSet : MEv2::CgBrClear, {d.value, target(bit, n)});
  }

  bool select_bytes(SDNode* n, SDValue x, uint32_t mask, uint32_t value, bool equal) {
    const Down d = shifted_down(x);
    if (d.amount % 8) return false;
    const unsigned low = d.amount / 8;
    for (unsigned byte = 0; byte + low < 4; ++byte) {
      if ((value & ~mask) != 0) continue;
      if (mask == 0xffu << 8 * byte)
        return byte_branch(n, d.value, byte + low, value >> 8 * byte, equal);
      if (byte + low < 3 && mask == 0xffffu << 8 * byte)
        return half_branch(n, d.value, byte + low, value >> 8 * byte, equal);
    }
    return false;
  }

  // Tests the upper byte or half that remains after a right shift.
  bool select_top(SDNode* n, SDValue left, uint32_t value, bool equal) {
    const Down d = shifted_down(left);
    if (d.amount == 24 && value <= 0xff) return byte_branch(n, d.value, 3, value, equal);
    return d.amount == 16 && value <= 0xffff && half_branch(n, d.value, 2, value, equal);
  }

  bool half_branch(SDNode* n, SDValue x, unsigned byte, uint32_t value, bool equal) {
    return n->getOpcode() == MEv2ISD::BRCC && // a select is not worth two branches
           branch(n, equal ? MEv2::CgBrHalfEq : MEv2::CgBrHalfNe,
                  {x, target(byte, n), target(value, n)});
  }

  bool byte_branch(SDNode* n, SDValue x, unsigned byte, uint32_t value, bool equal) {
    return branch(n, equal ? MEv2::CgBrByteEq : MEv2::CgBrByteNe,
                  {x, target(byte, n), target(value, n)});
  }
};

class SelectorPass final : public SelectionDAGISelLegacy {
public:
  static char id;
  explicit SelectorPass(MEv2TargetMachine& tm)
      : SelectionDAGISelLegacy(id, std::make_unique<MEv2Selector>(tm)) {}
  StringRef getPassName() const override { return "MEv2 instruction selection"; }
};
char SelectorPass::id;

} // namespace

namespace mecc::codegen {

FunctionPass* create_isel(MEv2TargetMachine& tm) {
  return new SelectorPass(tm);
}

} // namespace mecc::codegen
