#include "tests/differential/clock_waits.h"

#include "emu/me/csr.h"
#include "isa/microengine.h"

namespace ixp::test {

using mev2::Instruction;
using mev2::Opcode;
using mev2::Operand;
using enum mev2::Opcode;

namespace {
const Operand kClock = gpr(mev2::Bank::A, 0), kDerived = gpr(mev2::Bank::A, 2),
              kMixed = gpr(mev2::Bank::A, 3), kLimit = gpr(mev2::Bank::B, 0),
              kOffset = gpr(mev2::Bank::B, 1), kCopy = gpr(mev2::Bank::B, 2);
} // namespace

void ClockWaits::set_value(const Operand& to, uint32_t value) {
  Instruction high, low;
  high.opcode = IMMED;
  high.immed_shift = 2;
  high.immediate = value & 0xffff0000;
  low.opcode = IMMED_W0;
  low.immediate = value & 0xffff;
  high.dst = low.dst = to;
  add(high);
  add(low);
}

void ClockWaits::move_clock() {
  set_value(kClock, 0x10000 - random_() % 1500);
  add(csr_write(me::csr::ProfileCount, kClock));
}

void ClockWaits::set_a_clock() {
  constexpr uint32_t kLocalCsrs = 0x18000;            // IXP2800 HRM: 1 KB for each microengine
  const unsigned me = mev2::me_number(random_() % 4); // usually one that is in use
  set_value(kOffset, kLocalCsrs + (me << 10) + me::csr::ProfileCount);
  add(command(CAP_WRITE, kOffset, constant(0), random_() % 4, 1, 0, mev2::Completion::NoSwap));
}

void ClockWaits::read_clock() {
  Instruction read, value;
  read.opcode = LOCAL_CSR_RD;
  read.csr = me::csr::ProfileCount;
  value.opcode = IMMED;
  value.dst = kClock;
  add(read);
  add(value);
}

void ClockWaits::add_loop() {
  const Plan plan = make_plan();
  set_limit(plan);
  const auto loop = static_cast<uint16_t>(words_.size());
  read_clock();
  const Operand tested = derive(plan);
  Instruction back = test(plan, tested);
  back.target = loop;
  add(back);
}

ClockWaits::Plan ClockWaits::make_plan() {
  constexpr How all[] = {How::Clock,   How::Soon,    How::Soon,  How::Sum,        How::Sum,
                         How::Sum,     How::Sum,     How::Sum,   How::Difference, How::Difference,
                         How::Shifted, How::Shifted, How::Field, How::Masked,     How::Mixed};
  constexpr uint32_t near[] = {0, 0, 0x10000, 0x80000000};
  Plan plan;
  plan.how = pick(all);
  plan.aim = static_cast<uint32_t>(random_() % 1500);
  plan.shift = 1 + random_() % 10;
  plan.meets = plan.aim;
  if (plan.how == How::Sum || plan.how == How::Difference) {
    plan.meets = pick(near);
    set_value(kOffset, plan.how == How::Sum ? plan.meets - plan.aim : plan.aim - plan.meets);
  }
  if (plan.how == How::Shifted || plan.how == How::Field) plan.meets >>= plan.shift;
  return plan;
}

void ClockWaits::set_limit(const Plan& plan) {
  // Values at which the tested comparison does not change its sign.
  constexpr uint32_t others[] = {0x40000000, 0xc0000000, 0x20000000, 0x40000000, 0, 0x80000000};
  const bool moved = plan.how == How::Sum || plan.how == How::Difference;
  if (plan.how == How::Soon) {
    read_clock();
    add(alu(ALU_ADD, kLimit, kClock, constant(4 + random_() % 12)));
  } else {
    set_value(kLimit, chance(moved ? 25 : 70) ? plan.meets : pick(others));
  }
}

Operand ClockWaits::mix() {
  constexpr Opcode all[] = {ALU_ADD, ALU_ADD, ALU_SUB, ALU_OR, ALU_XOR, SHF_OR, SHF_AND};
  add(alu(ALU_B, kCopy, {}, kClock));
  return add(alu(pick(all), kMixed, kClock, kCopy)) ? kMixed : kClock;
}

Operand ClockWaits::derive(const Plan& plan) {
  using enum mev2::ShiftKind;
  constexpr mev2::ShiftKind kinds[] = {Right, Right, Right, Left, RotateRight, RightIndirect};
  const Operand to = chance(50) ? kClock : kDerived;
  switch (plan.how) {
  case How::Clock:
  case How::Soon: return kClock;
  case How::Mixed: return mix();
  case How::Sum: add(alu(ALU_ADD, to, kClock, kOffset)); break;
  case How::Difference: add(alu(ALU_SUB, to, kClock, kOffset)); break;
  case How::Shifted:
  case How::Field: {
    Instruction i = alu(plan.how == How::Field ? LD_FIELD_W_CLR : SHF_B, to, {}, kClock);
    i.shift = pick(kinds);
    i.shift_amount = static_cast<uint8_t>(i.shift == RightIndirect ? 0 : plan.shift);
    i.byte_mask = plan.how == How::Field ? 3 : 0;
    add(i);
    break;
  }
  case How::Masked: {
    const unsigned mask = (1u << (1 + random_() % 7)) - 1;
    add(alu(ALU_AND, to, kClock, constant(chance(75) ? mask : 2 * mask)));
    break;
  }
  }
  return to;
}

// The branch back.
Instruction ClockWaits::test(const Plan& plan, const Operand& tested) {
  const bool moved = plan.how == How::Sum || plan.how == How::Difference;
  const unsigned kind = plan.how == How::Soon || (moved && chance(80)) ? 9 : random_() % 10;
  Instruction back;
  if (kind < 2) {
    back.opcode = random_() % 2 ? BR_BSET : BR_BCLR;
    back.left = tested;
    back.parameter = static_cast<uint8_t>(random_() % 11);
  } else if (kind < 4) {
    back.opcode = random_() % 2 ? BR_BYTE_EQ : BR_BYTE_NE;
    back.left = tested;
    back.parameter = static_cast<uint8_t>(random_() % 2);
    back.compare = static_cast<uint8_t>(plan.meets >> 8 * back.parameter);
  } else {
    back.opcode = compare(plan, tested);
  }
  return back;
}

Opcode ClockWaits::compare(const Plan& plan, const Operand& tested) {
  constexpr Opcode all[] = {BEQ, BNE, BMI, BPL, BCS, BCC, BVS, BVC, BGE, BLT, BLE, BGT};
  constexpr Opcode of_operands[] = {BCS, BCC, BVS, BVC, BGE, BLT}; // their signs matter
  if (plan.how == How::Soon) {
    add(alu(ALU_SUB, {}, tested, kLimit));
    return chance(50) ? BLE : pick(all); // until it is there, and not a cycle longer
  }
  if (chance(15)) return pick(all); // on the flags of the derivation
  if (chance(45))
    add(alu(ALU_SUB, {}, tested, kLimit));
  else if (chance(25))
    add(alu(ALU_ADD, {}, tested, kLimit));
  else
    add(alu(ALU_ADD, {}, kLimit, tested));
  return chance(75) ? pick(of_operands) : pick(all);
}

} // namespace ixp::test
