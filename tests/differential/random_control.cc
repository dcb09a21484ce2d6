// Instructions with effects beyond registers: CSRs, branches, swaps, commands to units.
#include "tests/differential/random_instructions.h"

#include "emu/me/csr.h"

namespace ixp::test {

using mev2::InstrClass;
using mev2::Instruction;
using mev2::Opcode;
using mev2::OperandKind;

Instruction RandomInstructions::csr_read() {
  using namespace me::csr;
  constexpr uint16_t all[] = {CtxEnables,
                              CcEnable,
                              ActiveCtxSts,
                              ActiveSigEvents,
                              ActiveWakeupEvents,
                              IndirectCtxSts,
                              ActiveLmAddr0,
                              ActiveLmAddr1,
                              ByteIndex,
                              TIndex,
                              NnPut,
                              NnGet,
                              TimestampLow,
                              ProfileCount,
                              CrcRemainder,
                              CrcRemainder,
                              PseudoRandomNumber,
                              ActiveFutureCount,
                              IndirectSigEvents,
                              ActiveLmAddr0ByteIndex,
                              TIndexByteIndex,
                              CtxArbCntl};
  Instruction i;
  i.opcode = Opcode::LOCAL_CSR_RD;
  i.csr = pick(all);
  return i;
}

Instruction RandomInstructions::csr_write() {
  using namespace me::csr;
  constexpr uint16_t pointers[] = {
      ActiveLmAddr0,   ActiveLmAddr1,          ActiveLmAddr0,   ActiveLmAddr1, TIndex, ByteIndex,
      TIndexByteIndex, ActiveLmAddr0ByteIndex, IndirectLmAddr1, NnPut,         NnGet};
  constexpr uint16_t signals[] = {SameMeSignal, SameMeSignal, NextNeighborSignal,
                                  PrevNeighborSignal};
  constexpr uint16_t others[] = {CrcRemainder,       PseudoRandomNumber,  ProfileCount,
                                 CsrCtxPointer,      ActiveSigEvents,     ActiveFutureCount,
                                 ActiveFutureSignal, IndirectFutureCount, TimestampLow};
  constexpr uint16_t drastic[] = {CtxEnables, CcEnable, ActiveWakeupEvents, IndirectCtxSts,
                                  IndirectSigEvents};
  Instruction i;
  i.opcode = Opcode::LOCAL_CSR_WR;
  const unsigned k = random_() % 100;
  i.csr = k < 55                   ? pick(pointers)
          : k < 80                 ? pick(signals)
          : k < 97 || interesting_ ? pick(others)
                                   : pick(drastic);
  i.left.kind = OperandKind::Const;
  i.left.number = static_cast<uint16_t>(random_() % 256);
  if (i.csr != CtxEnables && chance(40)) {
    i.left.kind = OperandKind::Gpr;
    i.left.bank = random_() % 2 ? mev2::Bank::A : mev2::Bank::B;
    i.left.number = static_cast<uint16_t>(random_() % 4);
  }
  return i;
}

Instruction RandomInstructions::branch(size_t at) {
  using enum InstrClass;
  Instruction i;
  do
    i.opcode = opcode({Branch, Branch, BrByte, BrBit, Jump});
  while (i.opcode == Opcode::JUMP && chance(80));
  const mev2::OpcodeInfo& info = mev2::info(i.opcode);
  i.target = chance(70) ? static_cast<uint16_t>(at + 1 + random_() % 8) : target();
  if (i.target > length_ + 2) i.target = target();
  i.defer = chance(50) ? 0 : static_cast<uint8_t>(random_() % (info.max_defer + 1));
  i.parameter = static_cast<uint8_t>(random_() % 16);
  if (info.cls == BrByte) {
    i.parameter &= 3;
    i.compare = static_cast<uint8_t>(random_() % 4);
    i.left = operand(false);
  } else if (info.cls == BrBit) {
    i.parameter = static_cast<uint8_t>(random_() % 32);
    i.left = operand(false);
  } else if (info.cls == Jump) {
    i.parameter = 0;
    i.left = operand(false);
    // A register may hold anything: jumps leave the program now and then, which ends the run.
    i.target = static_cast<uint16_t>(i.target / 2);
  } else {
    switch (i.opcode) {
    case Opcode::BR_EQ_CTX:
    case Opcode::BR_NE_CTX: i.parameter &= 7; break;
    case Opcode::BR_SIGNAL:
    case Opcode::BR_NOT_SIGNAL: i.parameter = static_cast<uint8_t>(1 + random_() % 15); break;
    case Opcode::BR_INP_STATE:
    case Opcode::BR_NOT_INP_STATE: break;
    default: i.parameter = 0;
    }
  }
  return i;
}

Instruction RandomInstructions::ctx_arb() {
  Instruction i;
  i.opcode = Opcode::CTX_ARB;
  i.defer = static_cast<uint8_t>(random_() % 3);
  const unsigned k = random_() % 100;
  if (k < 55) {
    i.signals = 1;
  } else if (k < 75) {
    i.signals = static_cast<uint16_t>(random_() & random_() & 0xfffe);
    i.any = true;
    if (!i.signals) i.signals = 1, i.any = false;
  } else if (k < 92) {
    i.signals = static_cast<uint16_t>(2u << random_() % 8);
  } else if (k < 96) {
    i.keep_wakeup = true;
  } else if (interesting_ == 0) {
    i.bpt = true;
    i.defer = 0;
  } else {
    i.signals = 1;
  }
  if (!i.bpt && chance(20)) {
    i.has_target = true;
    i.target = target();
  }
  return i;
}

Instruction RandomInstructions::command() {
  using enum InstrClass;
  Instruction i;
  do
    i.opcode = opcode({Sram, Scratch, Scratch, Dram, Cap, Hash, Msf});
  while (mev2::info(i.opcode).cls == Cap && chance(50));
  const mev2::OpcodeInfo& info = mev2::info(i.opcode);
  const bool hash = info.cls == Hash;
  const bool imm_cap =
      info.cls == Cap && i.opcode != Opcode::CAP_READ && i.opcode != Opcode::CAP_WRITE;
  if (!hash && !imm_cap) {
    i.left = operand(false);
    i.right = operand(false);
  }
  if (imm_cap) i.csr = static_cast<uint16_t>(random_() % 1024 * 4);
  if (imm_cap && chip_) {
    constexpr uint16_t there[] = {0x401c, 0x401c, 0x4800, 0x4804, 0x4900, 0x4a00, 0x4b20};
    i.csr = pick(there);
  }
  if (i.opcode == Opcode::CAP_FAST_WR_IMM) i.immediate = random_() & 0x3fff;
  i.indirect_ref = !imm_cap && chance(10);
  if (info.has_count) i.count = static_cast<uint8_t>(1 + random_() % (hash ? 3 : 4));
  i.xfer.kind = info.cls == Dram ? OperandKind::DXfer : OperandKind::SXfer;
  i.xfer.number = static_cast<uint16_t>(random_() % 4);
  if (!info.pulls && !info.pushes) i.xfer = {};
  i.signal = static_cast<uint8_t>(1 + random_() % 10);
  if (info.two_signals) i.signal = static_cast<uint8_t>(2 + random_() % 5 * 2);
  const unsigned k = random_() % 10;
  i.completion = k < 5   ? mev2::Completion::CtxSwap
                 : k < 6 ? mev2::Completion::CtxSwapDefer1
                 : k < 7 ? mev2::Completion::CtxSwapDefer2
                         : mev2::Completion::NoSwap;
  if (k == 9 || i.opcode == Opcode::MSF_FAST_WR || i.opcode == Opcode::CAP_FAST_WR_ALU ||
      i.opcode == Opcode::CAP_FAST_WR_IMM)
    i.signal = 0, i.completion = mev2::Completion::NoSwap;
  return i;
}

} // namespace ixp::test
