#include "tests/differential/races.h"

#include "emu/me/csr.h"
#include "isa/microengine.h"

namespace ixp::test {

using mev2::Completion;
using mev2::Instruction;
using mev2::Operand;
using mev2::OperandKind;
using enum mev2::Opcode;

namespace {
constexpr unsigned kFirst = 1, kSecond = 2, kSent = 3; // signals
constexpr unsigned kWords = 4;                         // at most, of a command
constexpr uint32_t kSram1 = 0x40000000;
// 1 KB for each microengine: transfer registers, whose words are pushed in shared time, and CSRs.
constexpr uint32_t kReflector = 0x8000, kLocalCsrs = 0x18000;
constexpr uint32_t kInterthreadSignal = 0x401c;

Operand a(unsigned number) {
  return gpr(mev2::Bank::A, number);
}
Operand b(unsigned number) {
  return gpr(mev2::Bank::B, number);
}
const Operand kZero = b(7), kFirstBase = a(1), kSecondBase = a(2), kDelay = a(3), kLeft = a(4),
              kContext = a(8), kSum = b(5), kValue = b(6);
} // namespace

Races::Source Races::source() {
  const unsigned context = random_() % 4;
  const uint32_t window = mev2::me_number(random_() % 4) << 10;
  const uint16_t csr =
      random_() % 2 ? me::csr::AluOut : me::csr::IndirectCtxSts; // and those behind
  const Source all[] = {{SCRATCH_READ, SCRATCH_WRITE, 0x100},
                        {SRAM_READ, SRAM_WRITE, 0x100},
                        {SRAM_READ, SRAM_WRITE, kSram1 + 0x100},
                        {CAP_READ, NOP, kReflector + 64 * context},
                        {CAP_READ, NOP, kLocalCsrs + window + csr}};
  return all[random_() % std::size(all)];
}

// The address, and there words that say where they are from.
void Races::fill(const Source& s, const Operand& base) {
  value(base, s.base);
  if (s.write == NOP) return;
  for (unsigned n = 0; n < kWords; ++n) {
    value(kValue, s.base + 0x01010101 * (n + 1));
    add(alu(ALU_B, operand(OperandKind::SXfer, n), {}, kValue));
  }
  add(command(s.write, base, kZero, 0, kWords, kFirst, Completion::CtxSwap));
}

void Races::back_unless_zero(uint16_t to) {
  Instruction back;
  back.opcode = BNE;
  back.target = to;
  add(back);
}

// Takes kDelay turns, at least one. Some read a transfer register that may change meanwhile.
void Races::spend_time() {
  add(alu(ALU_B, kLeft, {}, kDelay));
  const uint16_t turn = here();
  if (chance(30)) add(alu(ALU_XOR, kSum, operand(OperandKind::SXfer, sent()), kSum));
  add(alu(ALU_SUB, kLeft, kLeft, constant(1)));
  back_unless_zero(turn);
  words_.insert(words_.end(), random_() % 4, mev2::kNop);
}

// Another one each time, where it belongs in a word.
void Races::context(unsigned left) {
  Instruction to_its_place = alu(SHF_B, kContext, {}, kContext);
  to_its_place.shift = mev2::ShiftKind::Left;
  to_its_place.shift_amount = static_cast<uint8_t>(left);
  add(alu(ALU_AND, kContext, kDelay, constant(7)));
  add(to_its_place);
}

// To a register of some microengine, which does not ask for it.
void Races::send() {
  const uint32_t me = mev2::me_number(random_() % 4);
  context(6);
  value(kValue, kReflector + (me << 10) + 4 * sent());
  add(alu(ALU_B, operand(OperandKind::SXfer, 0), {}, kSum)); // another word each time
  add(command(CAP_WRITE, kContext, kValue, 0, 1 + random_() % 2, kSent, Completion::CtxSwap));
}

// The same of a signal.
void Races::send_signal() {
  const uint32_t me = mev2::me_number(random_() % 4);
  context(4);
  value(kValue, me << 7 | (random_() % 2 ? kFirst : kSecond));
  add(alu(ALU_OR, operand(OperandKind::SXfer, 0), kContext, kValue));
  value(kValue, kInterthreadSignal);
  add(command(CAP_WRITE, kValue, constant(0), 0, 1, kSent, Completion::CtxSwap));
}

void Races::wait(unsigned signals) {
  Instruction i;
  i.opcode = CTX_ARB;
  i.signals = static_cast<uint16_t>(signals);
  add(i);
}

std::vector<uint64_t> Races::program() {
  words_.clear();
  const Source first = source(), second = source();
  value(kZero, 0);
  value(kSum, 0);
  fill(first, kFirstBase);
  fill(second, kSecondBase);
  const uint16_t again = here();
  value(kDelay, 1);
  const uint16_t loop = here();
  const bool sends = chance(30), signals = chance(20);
  const unsigned at = random_() % 4, count = 1 + random_() % kWords;
  add(command(first.read, kFirstBase, kZero, at, count, kFirst, Completion::NoSwap));
  if (sends) send();
  if (signals) send_signal();
  spend_time();
  const unsigned later = random_() % (count + 1); // they may share some registers or none
  add(command(second.read, kSecondBase, kZero, at + later, 1 + random_() % kWords, kSecond,
              Completion::NoSwap));
  wait(1u << kFirst | 1u << kSecond);
  for (unsigned n = 0; n < kWords; ++n)
    add(alu(chance(50) ? ALU_ADD : ALU_XOR, kSum, operand(OperandKind::SXfer, at + n), kSum));
  add(alu(ALU_ADD, kDelay, kDelay, constant(1)));
  add(alu(ALU_SUB, {}, kDelay, constant(10 + random_() % 30)));
  back_unless_zero(loop);
  add(jump(again));
  return words_;
}

} // namespace ixp::test
