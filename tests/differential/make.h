// Parts of instructions, for generators of programs.
#pragma once

#include "isa/isa.h"

#include <cstdint>
#include <vector>

namespace ixp::test {

inline mev2::Operand operand(mev2::OperandKind kind, unsigned number,
                             mev2::Bank bank = mev2::Bank::A) {
  mev2::Operand o;
  o.kind = kind;
  o.bank = bank;
  o.number = static_cast<uint16_t>(number);
  return o;
}
inline mev2::Operand gpr(mev2::Bank bank, unsigned number) {
  return operand(mev2::OperandKind::Gpr, number, bank);
}
inline mev2::Operand constant(unsigned value) {
  return operand(mev2::OperandKind::Const, value);
}
inline mev2::Instruction alu(mev2::Opcode op, const mev2::Operand& to, const mev2::Operand& left,
                             const mev2::Operand& right) {
  mev2::Instruction i;
  i.opcode = op;
  i.dst = to;
  i.left = left;
  i.right = right;
  return i;
}
inline mev2::Instruction csr_write(uint16_t address, const mev2::Operand& from) {
  mev2::Instruction i;
  i.opcode = mev2::Opcode::LOCAL_CSR_WR;
  i.csr = address;
  i.left = from;
  return i;
}
inline mev2::Instruction jump(uint16_t to) {
  mev2::Instruction i;
  i.opcode = mev2::Opcode::BR;
  i.target = to;
  return i;
}
// Address: left + right.
inline mev2::Instruction command(mev2::Opcode op, const mev2::Operand& left,
                                 const mev2::Operand& right, unsigned xfer, unsigned count,
                                 unsigned signal, mev2::Completion completion) {
  mev2::Instruction i = alu(op, {}, left, right);
  i.xfer = operand(mev2::OperandKind::SXfer, xfer);
  i.count = static_cast<uint8_t>(count);
  i.signal = static_cast<uint8_t>(signal);
  i.completion = completion;
  return i;
}

// Adds its word; false: there is no such instruction.
inline bool add_to(std::vector<uint64_t>& words, const mev2::Instruction& i,
                   mev2::ContextMode mode) {
  const auto word = mev2::encode(i, mode);
  if (!word || mev2::port_conflict(i)) return false;
  words.push_back(*word);
  return true;
}

// immed, and immed_w1 if need be.
inline void add_value(std::vector<uint64_t>& words, const mev2::Operand& to, uint32_t value,
                      mev2::ContextMode mode) {
  mev2::Instruction i;
  i.dst = to;
  i.opcode = mev2::Opcode::IMMED;
  i.immediate = value & 0xffff;
  add_to(words, i, mode);
  if (value >> 16 == 0) return;
  i.opcode = mev2::Opcode::IMMED_W1;
  i.immed_shift = 2;
  i.immediate = value >> 16;
  add_to(words, i, mode);
}

} // namespace ixp::test
