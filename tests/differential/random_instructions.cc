// Instructions that compute: operands, ALU, shifter, immediates.
#include "tests/differential/random_instructions.h"

#include <algorithm>
#include <array>

namespace ixp::test {

using mev2::InstrClass;
using mev2::Instruction;
using mev2::Opcode;
using mev2::Operand;
using mev2::OperandKind;

Operand RandomInstructions::operand(bool destination) {
  Operand o;
  o.bank = random_() % 2 ? mev2::Bank::A : mev2::Bank::B;
  const unsigned k = random_() % 100;
  if (k < 50) {
    o.kind = OperandKind::Gpr;
    o.number = static_cast<uint16_t>(random_() % (chance(70) ? 4 : registers()));
  } else if (k < 55) {
    o.kind = OperandKind::AbsGpr;
    o.number = static_cast<uint16_t>(random_() % 128);
  } else if (k < 70) {
    o.kind = random_() % 3 ? OperandKind::SXfer : OperandKind::DXfer;
    o.number = static_cast<uint16_t>(random_() % 6);
  } else if (k < 73) {
    o.kind = random_() % 2 ? OperandKind::SIndex : OperandKind::DIndex;
    o.step = static_cast<mev2::Step>(random_() % 3);
  } else if (k < 76) {
    o.kind = OperandKind::Nn;
    o.number = static_cast<uint16_t>(random_() % 4);
  } else if (k < 79) {
    o.kind = OperandKind::NnRing;
    o.step = destination || chance(60) ? mev2::Step::Increment : mev2::Step::Keep;
  } else if (k < 90) {
    o.kind = random_() % 2 ? OperandKind::Lm0 : OperandKind::Lm1;
    if (chance(40))
      o.step = chance(50) ? mev2::Step::Increment : mev2::Step::Decrement;
    else
      o.number = static_cast<uint16_t>(random_() % 8);
  } else if (!destination) {
    o.kind = OperandKind::Const;
    o.number = static_cast<uint16_t>(chance(70) ? random_() % 64 : random_() % 256);
  }
  return o;
}

Opcode RandomInstructions::opcode(std::initializer_list<InstrClass> classes) {
  while (true) {
    const Opcode op = static_cast<Opcode>(random_() % mev2::kOpcodes);
    for (const InstrClass c : classes)
      if (mev2::info(op).cls == c) return op;
  }
}

Instruction RandomInstructions::instruction(size_t at, bool in_slot) {
  if (after_csr_read_) {
    after_csr_read_ = false;
    if (chance(85)) return immed(Opcode::IMMED, 0);
  }
  const unsigned k = random_() % 100;
  if (k < 45) return compute();
  if (k < 55) return immed(opcode({InstrClass::Immed}), static_cast<uint32_t>(random_()));
  if (k < 63) return chance(60) ? csr_write() : csr_read();
  if (in_slot) return compute();
  if (k < 78) return branch(at);
  if (k < 84) return ctx_arb();
  return command();
}

Instruction RandomInstructions::compute() {
  using enum InstrClass;
  Instruction i;
  i.opcode = opcode({Alu, Alu, AluShf, LdField, Mult});
  i.dst = operand(true);
  i.left = operand(false);
  i.right = operand(false);
  trim(i);
  return i;
}

void RandomInstructions::trim(Instruction& i) {
  using enum Opcode;
  const mev2::OpcodeInfo& info = mev2::info(i.opcode);
  if (!info.writes_dst) i.dst = {};
  switch (i.opcode) {
  case POP_COUNT1:
  case POP_COUNT2:
  case POP_COUNT3:
  case FFS:
  case ASR:
  case BYTE_ALIGN_BE:
  case CAM_READ_TAG:
  case CAM_READ_STATE:
  case CAM_WRITE_STATE:
  case LD_FIELD:
  case LD_FIELD_W_CLR:
  case CRC: i.left = {}; break;
  case CAM_LOOKUP:
  case BYTE_ALIGN_LE: i.right = {}; break;
  case CAM_CLEAR:
  case MUL_24X8_LAST:
  case MUL_24X8_LAST2:
  case MUL_16X16_LAST2:
  case MUL_16X16_LAST:
  case MUL_32X32_LAST:
  case MUL_32X32_LAST2: i.left = i.right = {}; break;
  case ALU_B:
  case ALU_NOT_B:
  case SHF_B:
  case SHF_NOT_B:
    if (chance(60)) i.left = {};
    break;
  default: break;
  }
  i.state = i.opcode == CAM_WRITE || i.opcode == CAM_WRITE_STATE ? random_() % 16 : 0;
  if (i.opcode == CAM_LOOKUP) {
    i.lm_addr_mask = random_() % 4;
    i.lm_addr_constant = i.lm_addr_mask ? random_() % 3 : 0;
  }
  if (i.opcode == CRC) {
    constexpr uint8_t types[] = {0, 2, 4, 5, 6, 7};
    i.crc_type = pick(types);
    i.crc_bytes = random_() % 7;
    i.crc_le = random_() % 2;
    i.crc_bit_swap = random_() % 2;
  }
  if (info.cls == InstrClass::AluShf || info.cls == InstrClass::LdField) shift(i);
  if (info.cls == InstrClass::LdField) {
    i.byte_mask = random_() % 16;
    i.load_cc = random_() % 2;
  }
}

void RandomInstructions::shift(Instruction& i) {
  using enum mev2::ShiftKind;
  constexpr mev2::ShiftKind all[] = {None,        Right,         Right,       Left,
                                     RotateRight, RightIndirect, LeftIndirect};
  constexpr mev2::ShiftKind right[] = {Right, Right, RightIndirect};
  if (i.opcode == Opcode::BYTE_ALIGN_BE || i.opcode == Opcode::BYTE_ALIGN_LE) return;
  const bool only_right = i.opcode == Opcode::ASR || i.opcode == Opcode::DBL_SHF;
  i.shift = only_right ? pick(right) : pick(all);
  if (i.shift == Right || i.shift == Left || i.shift == RotateRight)
    i.shift_amount = static_cast<uint8_t>(1 + random_() % 31);
}

Instruction RandomInstructions::immed(Opcode op, uint32_t value) {
  Instruction i;
  i.opcode = op;
  if (op == Opcode::NOP) return i;
  i.dst = operand(true);
  switch (op) {
  case Opcode::IMMED:
    i.immed_shift = random_() % 3;
    i.invert = random_() % 2;
    i.immediate = (value & 0xffff) << (8 * i.immed_shift);
    if (i.invert) i.immediate = ~i.immediate;
    break;
  case Opcode::IMMED_W0:
  case Opcode::IMMED_W1:
    i.immediate = value & 0xffff;
    i.immed_shift = op == Opcode::IMMED_W1 ? 2 : 0;
    break;
  default: {
    static constexpr std::array kBytes = {Opcode::IMMED_B0, Opcode::IMMED_B1, Opcode::IMMED_B2,
                                          Opcode::IMMED_B3};
    i.immediate = value & 0xff;
    i.immed_shift = static_cast<uint8_t>(std::ranges::find(kBytes, op) - kBytes.begin());
  }
  }
  return i;
}

} // namespace ixp::test
