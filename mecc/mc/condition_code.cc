// Generates instructions for conditions. Computed values go through registers of the assembler;
// then one instruction compares, and a branch tests the outcome:
//
//   .if ((a + 1) << 4 < b)     alu[.v0, a, +, 1]
//                              alu_shf[.v1, --, B, .v0, <<4]
//                              alu[--, .v1, -, b]      bge[else]
#include "mecc/mc/parser.h"

#include <fmt/format.h>

namespace mecc::mc {

using Kind = Condition::Kind;
using mev2::OperandKind;
using mev2::ShiftKind;

// ---- Operands

namespace {

bool is_fixed(const Slot& s, OperandKind kind) {
  return s.kind == Slot::Kind::Fixed && s.fixed.kind == kind;
}

// The read port of an operand, if its kind has only one: two such operands cannot be in the same
// instruction.
enum class Port { Any, Transfer, LocalMemory, Neighbour, Constant };

Port port_of(const Unit& unit, const Slot& s) {
  if (s.kind == Slot::Kind::Constant) return Port::Constant;
  if (s.is_register()) {
    const Register& r = unit.registers[s.reg];
    return r.transfer() ? Port::Transfer : r.file == File::Neighbour ? Port::Neighbour : Port::Any;
  }
  for (OperandKind k :
       {OperandKind::SXfer, OperandKind::DXfer, OperandKind::SIndex, OperandKind::DIndex})
    if (is_fixed(s, k)) return Port::Transfer;
  if (is_fixed(s, OperandKind::Lm0) || is_fixed(s, OperandKind::Lm1)) return Port::LocalMemory;
  if (is_fixed(s, OperandKind::Nn) || is_fixed(s, OperandKind::NnRing)) return Port::Neighbour;
  return Port::Any;
}

// Operands of alu_shf have 8 bits: no absolute or next-neighbour registers, and only small offsets
// into local memory.
bool fits_shifter(const Unit& unit, const Slot& s) {
  if (s.is_register())
    return !unit.registers[s.reg].absolute && unit.registers[s.reg].file != File::Neighbour;
  if (is_fixed(s, OperandKind::Lm0) || is_fixed(s, OperandKind::Lm1))
    return s.fixed.number < 8 && s.fixed.step == mev2::Step::Keep;
  return !is_fixed(s, OperandKind::AbsGpr) && !is_fixed(s, OperandKind::Nn);
}

} // namespace

Slot Parser::fresh_register(Place at) {
  Register r;
  r.name = fmt::format(".value{}", unit_.registers.size());
  r.declared = at;
  Slot s;
  s.kind = Slot::Kind::Register;
  s.at = at;
  s.reg = static_cast<RegisterId>(unit_.registers.size());
  unit_.registers.push_back(std::move(r));
  return s;
}

void Parser::emit_alu(const char* op, const Slot& dst, const Slot& left, const Slot& right,
                      Place at) {
  Instr i;
  i.word.opcode = find_opcode("alu", op).value();
  i.at = at;
  i.implicit = true;
  i.dst = dst;
  i.left = left;
  i.right = right;
  append(std::move(i));
}

Slot Parser::copied(const Slot& s) {
  const Slot copy = fresh_register(s.at);
  emit_alu("B", copy, {}, s, s.at);
  return copy;
}

// ---- Values

// Emits the instructions that compute a value; returns the operand that holds it.
Slot Parser::compute(const Value& v) {
  if (v.is_operand()) return v.slot;
  const Slot result = fresh_register(v.at);
  operate(v, result);
  return result;
}

// Emits the last instruction of an operation; the result goes to `dst`, or only to the condition
// codes.
void Parser::operate(const Value& v, const Slot& dst) {
  if (v.op == "<<" || v.op == ">>") return emit_shift(v, dst);
  const Slot left = compute(v.parts[0]);
  if (v.op == "~") return emit_alu("~B", dst, {}, left, v.at);
  if (v.op == "-" && v.parts.size() == 1) {
    Slot zero;
    zero.kind = Slot::Kind::Constant;
    zero.at = v.at;
    zero.number.known = 0;
    return emit_alu("B-A", dst, left, zero, v.at);
  }
  static const std::map<std::string, const char*> kOps{
      {"+", "+"}, {"-", "-"}, {"&", "AND"}, {"|", "OR"}, {"^", "XOR"}};
  const Slot right = compute(v.parts[1]);
  emit_alu(kOps.at(v.op), dst, readable_with(left, right), right, v.at);
}

// Returns `left`, or a copy if both operands cannot be read by one instruction.
Slot Parser::readable_with(const Slot& left, const Slot& right) {
  const Port port = port_of(unit_, left);
  return port != Port::Any && port == port_of(unit_, right) ? copied(left) : left;
}

void Parser::emit_shift(const Value& v, const Slot& dst) {
  Slot what = compute(v.parts[0]);
  if (!fits_shifter(unit_, what)) what = copied(what);
  const bool to_left = v.op == "<<";
  Instr i;
  i.word.opcode = find_opcode("alu_shf", "B").value();
  i.at = v.at;
  i.implicit = true;
  i.dst = dst;
  i.right = what;
  if (const auto amount = v.parts[1].known()) {
    i.word.shift = *amount == 0 ? ShiftKind::None : to_left ? ShiftKind::Left : ShiftKind::Right;
    i.word.shift_amount = static_cast<uint8_t>(*amount);
  } else { // the shift amount is the first operand of the preceding instruction
    Slot zero;
    zero.kind = Slot::Kind::Constant;
    zero.number.known = 0;
    emit_alu("OR", {}, compute(v.parts[1]), zero, v.at);
    i.word.shift = to_left ? ShiftKind::LeftIndirect : ShiftKind::RightIndirect;
  }
  append(std::move(i));
}

// ---- Branches

void Parser::emit_branch(const char* mnemonic, LabelId target, Place at) {
  Instr i;
  i.word.opcode = find_opcode(mnemonic).value();
  i.at = at;
  i.implicit = true;
  i.target = names_.use_label(target, at);
  append(std::move(i));
}

// Sets the condition codes from the value, to test it for 0.
void Parser::test(const Value& v) {
  if (v.is_operand())
    emit_alu("B", {}, {}, v.slot, v.at);
  else
    operate(v, {});
}

// Branches to `label` if the relation equals `sense`.
void Parser::compare(const Condition& c, bool sense, LabelId label) {
  const bool equality = c.kind == Kind::Truth || c.op == "==" || c.op == "!=";
  if (equality) {
    const bool equal = c.kind == Kind::Relation && c.op == "==";
    if (c.kind == Kind::Truth || c.right.known() == 0)
      test(c.left);
    else
      subtract(c, "-");
    return emit_branch(equal == sense ? "beq" : "bne", label, c.at);
  }
  const char* branch = nullptr;
  if (!c.is_unsigned) {
    subtract(c, "-");
    branch = c.op == "<"    ? (sense ? "blt" : "bge")
             : c.op == ">=" ? (sense ? "bge" : "blt")
             : c.op == ">"  ? (sense ? "bgt" : "ble")
                            : (sense ? "ble" : "bgt");
  } else { // C means "no borrow": left >= right after left - right
    subtract(c, c.op == ">" || c.op == "<=" ? "B-A" : "-");
    const bool no_borrow = c.op == ">=" || c.op == "<=";
    branch = no_borrow == sense ? "bcs" : "bcc";
  }
  emit_branch(branch, label, c.at);
}

void Parser::subtract(const Condition& c, const char* op) {
  const Slot left = compute(c.left), right = compute(c.right);
  emit_alu(op, {}, readable_with(left, right), right, c.at);
}

// Branches to `label` if the condition equals `sense`, otherwise falls through.
void Parser::branch_if(const Condition& c, bool sense, LabelId label) {
  switch (c.kind) {
  case Kind::Not: return branch_if(c.parts[0], !sense, label);
  case Kind::Or:
  case Kind::And: {
    // (a || b) true, (a && b) false: any part decides. Otherwise all parts but the last may branch
    // past the test.
    if ((c.kind == Kind::Or) == sense) {
      for (const Condition& part : c.parts)
        branch_if(part, sense, label);
      return;
    }
    const LabelId over = names_.make_label("over");
    for (size_t k = 0; k + 1 < c.parts.size(); ++k)
      branch_if(c.parts[k], !sense, over);
    branch_if(c.parts.back(), sense, label);
    return stand_here(over);
  }
  case Kind::Constant:
    if ((c.value != 0) == sense) emit_branch("br", label, c.at);
    return;
  case Kind::Relation:
  case Kind::Truth: return compare(c, sense, label);
  case Kind::Code: {
    static const std::map<std::string, std::string> kOpposite{
        {"beq", "bne"}, {"bne", "beq"}, {"bmi", "bpl"}, {"bpl", "bmi"},
        {"bgt", "ble"}, {"ble", "bgt"}, {"bcs", "bcc"}, {"bvs", "bvc"}};
    return emit_branch(sense ? c.op.c_str() : kOpposite.at(c.op).c_str(), label, c.at);
  }
  case Kind::Bit:
  case Kind::Byte:
  case Kind::Context:
  case Kind::Signal:
  case Kind::InputState: break;
  }
  const bool equal = (c.op == "!=") != sense;
  const char* mnemonic = c.kind == Kind::Bit       ? (sense ? "br_bset" : "br_bclr")
                         : c.kind == Kind::Byte    ? (equal ? "br=byte" : "br!=byte")
                         : c.kind == Kind::Context ? (equal ? "br=ctx" : "br!=ctx")
                         : c.kind == Kind::Signal  ? (sense ? "br_signal" : "br_!signal")
                                                   : (sense ? "br_inp_state" : "br_!inp_state");
  emit_branch(mnemonic, label, c.at);
  Instr& i = unit_.code.back();
  i.left = c.left.slot;
  i.signal = c.signal;
  i.word.parameter = static_cast<uint8_t>(c.value);
  i.word.compare = static_cast<uint8_t>(c.compare);
}

} // namespace mecc::mc
