// The forms of CgUnits.td, after objects have numbers and frame slots have offsets.
#include "mecc/codegen/target_machine.h"
#include "mecc/codegen/words.h"

#include "llvm/CodeGen/MachineInstr.h"

using namespace llvm;

namespace mecc::codegen {

using mc::Instr;
using mc::SignalRef;
using mc::Slot;
using mev2::Completion;
using mev2::Opcode;
namespace Name = MEv2::OpName;

namespace {

uint16_t csr(const char* name) {
  return *mev2::local_csr_address(name);
}

SignalRef signal_ref(int64_t n) {
  SignalRef s;
  s.kind = SignalRef::Kind::Fixed;
  s.id = static_cast<uint32_t>(n);
  return s;
}

} // namespace

bool WordBuilder::unit_form(const MachineInstr& mi) {
  switch (mi.getOpcode()) {
  case MEv2::CgCommandrr:
  case MEv2::CgCommandri:
  case MEv2::CgCommandIndrr:
  case MEv2::CgCommandIndri:
  case MEv2::CgCommandCsr: command(mi); return true;
  case MEv2::CgCapFastr: {
    if (!just_computed(named(mi, Name::right))) alu(Opcode::ALU_B, {}, {}, named(mi, Name::right));
    word(Opcode::CAP_FAST_WR_ALU).word.csr = static_cast<uint16_t>(number(mi, Name::csr));
    return true;
  }
  case MEv2::CgCapFasti: {
    Instr& i = word(Opcode::CAP_FAST_WR_IMM);
    i.word.csr = static_cast<uint16_t>(number(mi, Name::csr));
    i.word.immediate = static_cast<uint32_t>(number(mi, Name::imm));
    return true;
  }
  case MEv2::CgWait: wait(mi); return true;
  case MEv2::CgVoluntary: word(Opcode::CTX_ARB).word.signals = 1; return true;
  case MEv2::CgBpt: word(Opcode::CTX_ARB).word.bpt = true; return true;
  case MEv2::CgKillHere: word(Opcode::CTX_ARB).word.any = true; return true;
  case MEv2::CgWaitMask:
    write_csr(csr("active_ctx_wakeup_events"), named(mi, Name::left));
    word(Opcode::CTX_ARB).word.keep_wakeup = true;
    return true;
  case MEv2::CgCsrRd:
    read_csr(static_cast<uint16_t>(number(mi, Name::csr)), named(mi, Name::dst));
    return true;
  case MEv2::CgCsrWr:
  case MEv2::CgCsrWri:
    write_csr(static_cast<uint16_t>(number(mi, Name::csr)), named(mi, Name::left));
    return true;
  case MEv2::CgCrc: crc(mi); return true;
  case MEv2::CgBrSignal: signal_branch(mi, Opcode::BR_SIGNAL); return true;
  case MEv2::CgBrNotSignal: signal_branch(mi, Opcode::BR_NOT_SIGNAL); return true;
  case MEv2::CgNnPut: alu(Opcode::ALU_B, reg(MEv2::NnPop), {}, named(mi, Name::right)); return true;
  case MEv2::CgNnGet:
    alu(Opcode::ALU_B, named(mi, Name::dst), {},
        reg(number(mi, Name::pop) ? MEv2::NnPop : MEv2::NnPeek));
    return true;
  case MEv2::CgSlotLoad:
  case MEv2::CgSlotStore: frame_slot(mi); return true;
  case MEv2::CgSlotAddress: slot_address(mi); return true;
  case MEv2::CgLmPoint0:
  case MEv2::CgLmPoint0i:
  case MEv2::CgLmPoint1:
  case MEv2::CgLmPoint1i:
  case MEv2::CgLmLoad:
  case MEv2::CgLmStore: local_memory(mi); return true;
  case MEv2::CgObjLoadX:
  case MEv2::CgObjStoreX: indexed_transfer(mi); return true;
  default: return false;
  }
}

void WordBuilder::signal_branch(const MachineInstr& mi, Opcode op) {
  Instr& i = word(op);
  i.signal = signal_ref(number(mi, Name::sig));
  i.target = use(target(mi));
}

// ---- commands
// ------------------------------------------------------------------------------------

void WordBuilder::command(const MachineInstr& mi) {
  const auto op = static_cast<Opcode>(number(mi, Name::op));
  const mev2::OpcodeInfo& info = mev2::info(op);
  const Slot indirect = named(mi, Name::indirect);
  if (indirect.present() && !just_computed(indirect)) alu(Opcode::ALU_B, {}, {}, indirect);
  Instr& i = alu(op, {}, named(mi, Name::left), named(mi, Name::right));
  debug_objects_.command(mi, i.origin);
  i.word.indirect_ref = indirect.present();
  i.word.csr = static_cast<uint16_t>(number(mi, Name::csr));
  if (info.has_count) i.word.count = static_cast<uint8_t>(number(mi, Name::count));
  if (const int64_t x = number(mi, Name::xfer); x >= 0)
    i.xfer =
        reg(static_cast<unsigned>((info.cls == mev2::InstrClass::Dram ? MEv2::DIn0 : MEv2::SIn0) +
                                  x + number(mi, Name::offset)));
  const int64_t signal = number(mi, Name::sig);
  if (signal < 0) return;
  i.signal = signal_ref(signal);
  if (number(mi, Name::sync) != 1) return;
  if (!info.two_signals) {
    i.word.completion = Completion::CtxSwap;
    return;
  }
  // Intel's assemblers refuse ctx_swap on a command that completes with two signals.
  Instr& arb = word(Opcode::CTX_ARB);
  arb.waits = {signal_ref(signal), signal_ref(signal + 1)};
}

// The object operand selects the file, the index is written to T_INDEX.
void WordBuilder::indexed_transfer(const MachineInstr& mi) {
  const Slot where = reg(number(mi, Name::object) ? MEv2::DIndexReg : MEv2::SIndexReg);
  write_csr(csr("t_index"), named(mi, Name::index));
  if (mi.getOpcode() == MEv2::CgObjLoadX)
    alu(Opcode::ALU_B, named(mi, Name::dst), {}, where);
  else
    alu(Opcode::ALU_B, where, {}, named(mi, Name::right));
}

void WordBuilder::wait(const MachineInstr& mi) {
  Instr& i = word(Opcode::CTX_ARB);
  i.word.any = number(mi, Name::any) != 0;
  for (const MachineOperand& o : drop_begin(mi.explicit_operands()))
    if (o.isImm()) i.waits.push_back(signal_ref(o.getImm()));
}

void WordBuilder::crc(const MachineInstr& mi) {
  const int64_t how = number(mi, Name::crc);
  Instr& i = alu(Opcode::CRC, named(mi, Name::dst), {}, named(mi, Name::right));
  i.word.crc_type = static_cast<uint8_t>(how >> 8);
  i.word.crc_bit_swap = (how & 16) != 0;
  i.word.crc_le = (how & 8) != 0;
  i.word.crc_bytes = static_cast<uint8_t>(how & 7);
}

// ---- local memory
// ----------------------------------------------------------------------------------

// Slots in the frame pointer's window are operands; others go through LM_ADDR_1.
void WordBuilder::frame_slot(const MachineInstr& mi) {
  uses_frame_ = true;
  const bool load = mi.getOpcode() == MEv2::CgSlotLoad;
  const int64_t bytes = number(mi, Name::slot) + number(mi, Name::offset);
  const Slot where =
      bytes < 64 ? reg(MEv2::Lm0_0 + static_cast<unsigned>(bytes / 4)) : far_slot(bytes);
  if (load)
    alu(Opcode::ALU_B, named(mi, Name::dst), {}, where);
  else
    alu(Opcode::ALU_B, where, {}, named(mi, Name::right));
}

Slot WordBuilder::far_slot(int64_t bytes) {
  if (!settings_.far_frames) {
    needs_far_frames_ = true;
    return reg(MEv2::Lm1_0);
  }
  const Slot address = reg(kFarAddress);
  if (bytes <= 255) {
    alu(Opcode::ALU_ADD, address, reg(kFramePointer), constant_slot(static_cast<uint32_t>(bytes)));
  } else {
    immediate(address, static_cast<uint32_t>(bytes));
    alu(Opcode::ALU_ADD, address, address, reg(kFramePointer));
  }
  write_csr(csr("active_lm_addr_1"), address);
  return reg(MEv2::Lm1_0);
}

void WordBuilder::slot_address(const MachineInstr& mi) {
  uses_frame_ = true;
  const auto bytes = static_cast<uint32_t>(number(mi, Name::slot) + number(mi, Name::offset));
  const Slot dst = named(mi, Name::dst);
  if (settings_.far_frames) {
    immediate(reg(kFarAddress), bytes);
    alu(Opcode::ALU_ADD, dst, reg(kFarAddress), reg(kFramePointer));
    return;
  }
  if (bytes > 255) needs_far_frames_ = true;
  read_csr(csr("active_lm_addr_0"), dst);
  if (bytes) alu(Opcode::ALU_ADD, dst, dst, constant_slot(bytes & 255));
}

void WordBuilder::local_memory(const MachineInstr& mi) {
  const unsigned form = mi.getOpcode();
  const bool first = form == MEv2::CgLmPoint0 || form == MEv2::CgLmPoint0i;
  write_csr(csr(first ? "active_lm_addr_0" : "active_lm_addr_1"), named(mi, Name::left));
  const Slot where = reg(MEv2::Lm1_0 + static_cast<unsigned>(number(mi, Name::offset)));
  if (form == MEv2::CgLmLoad)
    alu(Opcode::ALU_B, named(mi, Name::dst), {}, where);
  else if (form == MEv2::CgLmStore)
    alu(Opcode::ALU_B, where, {}, named(mi, Name::right));
}

} // namespace mecc::codegen
