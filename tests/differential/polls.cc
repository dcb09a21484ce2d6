#include "tests/differential/polls.h"

#include "emu/me/csr.h"
#include "isa/microengine.h"
#include "tests/differential/make.h"

namespace ixp::test {

using mev2::Completion;
using mev2::Instruction;
using mev2::Opcode;
using mev2::Operand;
using mev2::OperandKind;
using enum mev2::Opcode;

namespace {
constexpr unsigned kRings = 4;
constexpr unsigned kOther = 9, kAlarm = 10, kPolled = 3; // signals

const Operand kZeroRegister = gpr(mev2::Bank::B, 15), kTemporary = gpr(mev2::Bank::A, 5),
              kFound = gpr(mev2::Bank::A, 6), kSumRegister = gpr(mev2::Bank::B, 6);
} // namespace

void Polls::arb(unsigned signals) {
  Instruction i;
  i.opcode = CTX_ARB;
  i.signals = static_cast<uint16_t>(signals);
  add(i);
}

void Polls::ring(Opcode op, unsigned number, Completion completion, unsigned xfer) {
  const unsigned count = 1 + random_() % 3;
  add(command(op, kZeroRegister, constant(4 * number), xfer, count, kPolled, completion));
}

// Adds the word found to the sum, which may go to another ring.
void Polls::found() {
  add(alu(ALU_ADD, kSumRegister, kFound, kSumRegister));
  if (chance(50)) {
    add(alu(ALU_B, operand(OperandKind::SXfer, 0), {}, kSumRegister));
    ring(SCRATCH_PUT, random_() % kRings, Completion::CtxSwap, 0);
  }
}

// Goes back as long as nothing is there.
void Polls::look(const Operand& word, uint16_t loop) {
  Instruction back;
  back.target = loop;
  switch (random_() % 5) {
  case 0:
  case 1:
    add(alu(ALU_B, kFound, {}, word));
    back.opcode = BEQ;
    break;
  case 2:
    add(alu(ALU_SUB, {}, word, constant(1)));
    add(alu(ALU_B, kFound, {}, word));
    back.opcode = BEQ;
    break;
  case 3:
    add(alu(ALU_B, kFound, {}, word));
    back.opcode = BR_BYTE_EQ;
    back.left = kFound;
    break;
  default:
    add(alu(ALU_B, kFound, {}, word));
    back.opcode = BR_BCLR;
    back.left = kFound;
  }
  if (chance(30)) { // both ways of a branch in the loop
    Instruction over;
    over.opcode = pick({BMI, BNE, BCS, BGT});
    over.target = static_cast<uint16_t>(words_.size() + 2);
    add(over);
    add(alu(ALU_B, kFound, {}, word));
  }
  if (chance(20)) back.defer = 1;
  add(back);
  if (back.defer) add(alu(ALU_ADD, kTemporary, kFound, constant(random_() % 50)));
}

void Polls::poll() {
  if (chance(10)) arb(1u << kOther); // until a signal comes
  const uint16_t loop = here();
  if (chance(15)) add(alu(ALU_ADD, kTemporary, kTemporary, constant(1))); // no two are the same
  if (chance(10)) // and a register that all contexts share changes
    add(alu(ALU_B, operand(OperandKind::AbsGpr, 100), {}, kSumRegister));
  ring(SCRATCH_GET, random_() % kRings, Completion::CtxSwap, random_() % 3);
  look(operand(OperandKind::SXfer, random_() % 3), loop);
  found();
  add(jump(chance(80) ? loop : 0));
}

void Polls::sleep() {
  const uint16_t loop = here();
  if (chance(60)) {
    value(kTemporary, kAlarm);
    add(csr_write(me::csr::ActiveFutureSignal, kTemporary));
    Instruction now, to;
    now.opcode = LOCAL_CSR_RD;
    now.csr = me::csr::TimestampLow;
    to.opcode = IMMED;
    to.dst = kTemporary;
    add(now);
    add(to);
    add(alu(ALU_ADD, kTemporary, kTemporary, constant(2 + random_() % 15)));
    add(csr_write(me::csr::ActiveFutureCount, kTemporary));
    arb(1u << kAlarm);
  } else {
    arb(1u << kOther);
  }
  for (unsigned n = random_() % 4; n > 0; --n)
    add(alu(ALU_ADD, kSumRegister, kSumRegister, kFound));
  if (chance(30)) add(alu(ALU_B, operand(OperandKind::AbsGpr, random_() % 128), {}, kSumRegister));
  if (chance(40)) ring(SCRATCH_GET, random_() % kRings, Completion::CtxSwap, 0);
  add(jump(loop));
}

// Waits some time, then puts.
void Polls::feed() {
  const uint16_t loop = here();
  value(kTemporary, 5 + random_() % (chance(50) ? 400 : 40));
  const uint16_t wait = here();
  if (chance(50)) arb(1);
  add(alu(ALU_SUB, kTemporary, kTemporary, constant(1)));
  Instruction back;
  back.opcode = BNE;
  back.target = wait;
  add(back);
  value(kFound, 0x01010101u * (1 + random_() % 2));
  add(alu(ALU_B, operand(OperandKind::SXfer, 0), {}, kFound));
  ring(SCRATCH_PUT, random_() % kRings, Completion::CtxSwap, 0);
  if (chance(40)) send_signals();
  if (chance(30)) write_from_outside();
  add(jump(loop));
}

void Polls::send_signals() {
  constexpr uint16_t ways[] = {me::csr::NextNeighborSignal, me::csr::NextNeighborSignal,
                               me::csr::PrevNeighborSignal, me::csr::SameMeSignal};
  value(kTemporary, (chance(70) ? kOther : kPolled) << 3 | random_() % 8);
  add(csr_write(pick(ways), kTemporary));
}

// A write by CAP, which is announced to the microengine some time before.
void Polls::write_from_outside() {
  constexpr uint32_t kLocalCsrs = 0x18000; // IXP2800 HRM: 1 KB for each microengine
  constexpr uint16_t all[] = {me::csr::CsrCtxPointer, me::csr::IndirectSigEvents,
                              me::csr::IndirectFutureCount, me::csr::ProfileCount};
  value(gpr(mev2::Bank::B, 4), kLocalCsrs + (mev2::me_number(random_() % 4) << 10) + pick(all));
  add(command(CAP_WRITE, gpr(mev2::Bank::B, 4), constant(0), random_() % 4, 1, 0,
              Completion::NoSwap));
}

std::vector<uint64_t> Polls::program() {
  words_.clear();
  value(kZeroRegister, 0);
  value(kFound, 0);
  const unsigned parts = 1 + random_() % 3;
  std::vector<size_t> ways; // to all parts but the first
  for (unsigned ctx = 0; ctx < 8; ++ctx) {
    if (parts == 1 || chance(40)) continue;
    ways.push_back(words_.size());
    Instruction i;
    i.opcode = BR_EQ_CTX;
    i.parameter = static_cast<uint8_t>(ctx);
    add(i);
  }
  poll();
  std::vector<uint16_t> starts;
  for (unsigned n = 1; n < parts; ++n) {
    starts.push_back(here());
    switch (random_() % 4) {
    case 0: poll(); break;
    case 1: feed(); break;
    default: sleep();
    }
  }
  for (const size_t way : ways) {
    Instruction i = *mev2::decode(words_[way], mode_);
    i.target = starts[random_() % starts.size()];
    words_[way] = *mev2::encode(i, mode_);
  }
  return words_;
}

} // namespace ixp::test
