#include "tests/differential/random_programs.h"

#include "emu/me/csr.h"
#include "isa/microengine.h"
#include "tests/differential/clock_waits.h"

namespace ixp::test {

using mev2::InstrClass;
using mev2::Instruction;
using mev2::Opcode;
using mev2::Operand;
using mev2::OperandKind;

namespace {

unsigned defer_of(const Instruction& i) {
  if (mev2::info(i.opcode).is_command)
    return i.completion == mev2::Completion::NoSwap ? 0 : unsigned(i.completion);
  return i.defer;
}

bool changes_next(const Instruction& i) {
  return i.opcode == Opcode::LOCAL_CSR_RD;
}

Instruction voluntary() {
  Instruction i;
  i.opcode = Opcode::CTX_ARB;
  i.signals = 1;
  return i;
}

} // namespace

bool RandomPrograms::add(std::vector<uint64_t>& words, const Instruction& i) {
  return add_to(words, i, mode_);
}

// The defer slots of the last instructions, then a branch back to some address.
void RandomPrograms::go_back(std::vector<uint64_t>& words, unsigned slots, uint16_t target) {
  words.insert(words.end(), slots, mev2::kNop);
  add(words, jump(target));
}

std::vector<uint64_t> RandomPrograms::program() {
  std::vector<uint64_t> words;
  unsigned slots = 0; // defer slots still to fill
  while (words.size() < length_) {
    const Instruction i = any_.instruction(words.size(), slots > 0);
    if (!add(words, i)) continue;
    if (i.opcode == Opcode::LOCAL_CSR_RD && slots != 1) any_.after_csr_read();
    if (slots)
      --slots;
    else
      slots = defer_of(i);
  }
  go_back(words, 3, static_cast<uint16_t>(random_() % 4));
  return words;
}

std::vector<uint64_t> RandomPrograms::commands() {
  std::vector<uint64_t> words;
  for (const mev2::Bank bank : {mev2::Bank::A, mev2::Bank::B})
    for (unsigned n = 0; n < 4; ++n) // addresses, some of them in channel 1 of SRAM
      add_value(words, gpr(bank, n), random_() % 256 * 8 | (chance(25) ? 1u << 30 : 0), mode_);
  const uint32_t reflector = 0x8000 + (mev2::me_number(random_() % 4) << 10);
  add_value(words, gpr(mev2::Bank::A, 3), reflector, mode_);
  const auto first = static_cast<uint16_t>(words.size());
  while (words.size() < first + length_) {
    Instruction i = chance(85) ? any_.command() : any_.compute();
    const mev2::OpcodeInfo& info = mev2::info(i.opcode);
    if (info.is_command && info.has_count && info.cls != InstrClass::Hash && chance(30))
      i.count = static_cast<uint8_t>(1 + random_() % 8);
    if (info.is_command && chance(60)) {
      i.left = gpr(mev2::Bank::A, random_() % 4);
      i.right = gpr(mev2::Bank::B, random_() % 4);
    }
    if (add(words, i)) words.insert(words.end(), defer_of(i), mev2::kNop);
  }
  go_back(words, 0, first);
  return words;
}

std::vector<uint64_t> RandomPrograms::clock_loops() {
  std::vector<uint64_t> words;
  ClockWaits waits(random_, mode_, words);
  if (chance(30)) waits.move_clock();
  while (words.size() < length_) {
    if (chance(20)) waits.set_a_clock();
    if (chance(50)) {
      waits.add_loop();
      continue;
    }
    for (unsigned n = random_() % 3; n > 0; --n)
      waits.set_value(low_register(), limit());
    clock_loop(words);
    for (unsigned n = random_() % 3; n > 0;) {
      const Instruction i = any_.instruction(words.size(), false);
      if (defer_of(i) || changes_next(i)) continue;
      n -= add(words, i);
    }
  }
  go_back(words, 3, 0);
  return words;
}

void RandomPrograms::clock_loop(std::vector<uint64_t>& words) {
  const size_t loop = words.size();
  Instruction clock;
  clock.opcode = Opcode::LOCAL_CSR_RD;
  clock.csr = chance(95) ? me::csr::ProfileCount : me::csr::TimestampLow;
  add(words, clock);
  Instruction value;
  value.opcode = Opcode::IMMED;
  value.dst = low_register();
  add(words, value);
  for (unsigned n = random_() % (chance(60) ? 2 : 6); n > 0;)
    n -= add(words, chance(97) ? in_clock_loop() : any_.compute());
  if (chance(70)) {
    Instruction compare;
    compare.opcode = chance(80) ? Opcode::ALU_SUB : Opcode::ALU_ADD;
    compare.left = value.dst;
    compare.right = low_register();
    add(words, compare);
  }
  if (chance(30)) add(words, any_.branch(words.size() + 2));
  Instruction back = any_.branch(loop);
  back.target = static_cast<uint16_t>(loop);
  const size_t before = words.size();
  while (!add(words, back))
    back = any_.branch(loop), back.target = static_cast<uint16_t>(loop);
  for (unsigned n = defer_of(back); n > 0 && words.size() > before;)
    n -= add(words, in_clock_loop());
}

std::vector<uint64_t> RandomPrograms::ring_flags() {
  std::vector<uint64_t> words;
  Operand base = low_register();
  base.number = 15;
  ClockWaits(random_, mode_, words).set_value(base, 0);
  if (chance(30)) watch_flags(words);
  while (words.size() < length_) {
    const unsigned ring = random_() % 4 ? 1 : 3, k = random_() % 100; // odd: the flag means empty
    Instruction i;
    if (k < 55) {
      i = ring_access(base, ring);
    } else if (k < 75) {
      i = look_at_flag(words.size(), ring);
    } else {
      i = chance(40) ? any_.ctx_arb() : any_.compute();
      if (defer_of(i)) continue;
      if (i.opcode == Opcode::CTX_ARB && chance(90)) i = voluntary(); // or soon all sleep
    }
    add(words, i);
  }
  go_back(words, 4, 0);
  return words;
}

Instruction RandomPrograms::ring_access(const Operand& base, unsigned ring) {
  Instruction i;
  i.opcode = chance(40) ? Opcode::SCRATCH_PUT : Opcode::SCRATCH_GET;
  i.left = base; // two constants cannot be read at once
  i.right.kind = OperandKind::Const;
  i.right.number = static_cast<uint16_t>(4 * ring);
  i.count = static_cast<uint8_t>(1 + random_() % 2);
  i.xfer.kind = OperandKind::SXfer;
  i.xfer.number = static_cast<uint16_t>(random_() % 4);
  i.signal = static_cast<uint8_t>(1 + random_() % 10);
  i.completion = chance(70) ? mev2::Completion::CtxSwap : mev2::Completion::NoSwap;
  return i;
}

Instruction RandomPrograms::look_at_flag(size_t at, unsigned ring) {
  Instruction i;
  i.opcode = random_() % 2 ? Opcode::BR_INP_STATE : Opcode::BR_NOT_INP_STATE;
  i.parameter = static_cast<uint8_t>(2 + ring);
  i.target = static_cast<uint16_t>(at + (chance(10) ? 0 : 2 + random_() % 3));
  return i;
}

// Waits for a flag to go one way, then the other, and so on: looks nearly every cycle.
void RandomPrograms::watch_flags(std::vector<uint64_t>& words) {
  constexpr unsigned kLooks = 12;
  const unsigned ring = random_() % 4 ? 1 : 3;
  Instruction look, again;
  look.parameter = static_cast<uint8_t>(2 + ring);
  again.opcode = Opcode::BR;
  for (unsigned n = 0; n < 4; ++n) {
    look.opcode = n % 2 ? Opcode::BR_INP_STATE : Opcode::BR_NOT_INP_STATE;
    again.target = static_cast<uint16_t>(words.size());
    look.target = static_cast<uint16_t>(words.size() + kLooks + 1);
    words.insert(words.end(), kLooks, *mev2::encode(look, mode_));
    words.push_back(*mev2::encode(again, mode_));
  }
}

Operand RandomPrograms::low_register() {
  Operand o;
  o.kind = OperandKind::Gpr;
  o.bank = random_() % 2 ? mev2::Bank::A : mev2::Bank::B;
  o.number = static_cast<uint16_t>(random_() % 4);
  return o;
}

// A value that the clock, or a value derived from it, may reach: low, or near a change of sign.
uint32_t RandomPrograms::limit() {
  const uint32_t near[] = {0, 0, 0x80000000, 0xffffffff, 0x10000};
  return pick(near) + random_() % 2500 - (chance(50) ? 1200 : 0);
}

Operand RandomPrograms::low_source() {
  if (chance(70)) return low_register();
  Operand o;
  o.kind = OperandKind::Const;
  constexpr uint16_t masks[] = {1, 7, 15, 63, 127, 255};
  o.number = chance(50) ? pick(masks) : static_cast<uint16_t>(random_() % 256);
  return o;
}

Instruction RandomPrograms::in_clock_loop() {
  using enum Opcode;
  constexpr Opcode all[] = {ALU_SUB,  ALU_SUB,     ALU_SUB, ALU_ADD, ALU_ADD16, ALU_ADD8,
                            ALU_AND,  ALU_B,       SHF_B,   SHF_B,   SHF_AND,   LD_FIELD_W_CLR,
                            LD_FIELD, ALU_B_SUB_A, IMMED,   NOP,     ALU_OR};
  Instruction i;
  i.opcode = pick(all);
  if (i.opcode == NOP) return i;
  if (chance(80)) i.dst = low_register();
  if (i.opcode == IMMED) {
    i.immediate = random_() % 3000;
    return i;
  }
  i.left = low_source();
  i.right = low_source();
  any_.trim(i);
  if (i.shift == mev2::ShiftKind::RightIndirect || i.shift == mev2::ShiftKind::LeftIndirect)
    if (chance(80)) i.shift = mev2::ShiftKind::None;
  if (mev2::info(i.opcode).cls == InstrClass::LdField && chance(60)) {
    constexpr uint8_t low[] = {1, 3, 7, 15};
    i.byte_mask = pick(low);
  }
  return i;
}

} // namespace ixp::test
