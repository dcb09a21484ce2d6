// The words of a loop that waits for a clock against numbers: while they hold, results follow from
// the operands' values in that cycle.
#include "emu/me/clock_value.h"
#include "tests/catch.h"

#include <array>
#include <random>

using namespace ixp;
using namespace ixp::me;

namespace {

// Constant or growing, near the values where something overflows or changes its sign.
ClockValue random_value(std::minstd_rand& random) {
  constexpr std::array<uint32_t, 8> kNear{0, 1, 0xff, 0x100, 0xffff, 0x10000, 0x7fffffff, ~0u};
  const auto value = static_cast<uint32_t>(kNear[random() % kNear.size()] + random() % 40 - 20);
  const bool bounded = random() % 3 == 0;
  return {value, random() % 2 == 0, bounded ? 1 + random() % 30 : ClockValue::kAlways};
}

// Any value when v no longer holds.
uint32_t in_cycle(const ClockValue& v, uint64_t cycle) {
  return cycle < v.holds ? v.after(cycle) : ~v.after(cycle);
}

uint32_t number(const Flags& f) {
  return f.result();
}
uint32_t number(uint32_t word) {
  return word;
}
ClockValue word(const ClockFlags& f) {
  return f.result();
}
ClockValue word(const ClockValue& v) {
  return v;
}

struct Results {
  unsigned constant = 0, growing = 0, unknown = 0;
};

// f: of two words, ClockValue or uint32_t.
Results check(auto f) {
  std::minstd_rand random(1);
  Results seen;
  for (unsigned n = 0; n < 3000; ++n) {
    const ClockValue a = random_value(random), b = random_value(random), is = word(f(a, b));
    INFO(a.value << (a.grows ? " grows, " : ", ") << a.holds << "; " << b.value
                 << (b.grows ? " grows, " : ", ") << b.holds << "; holds " << is.holds);
    const auto agrees = [&](uint64_t cycle) {
      return number(f(in_cycle(a, cycle), in_cycle(b, cycle))) == is.after(cycle);
    };
    for (uint64_t cycle = 0; cycle < std::min<uint64_t>(is.holds, 45); ++cycle)
      REQUIRE(agrees(cycle));
    if (is.holds) REQUIRE(agrees(is.holds - 1));
    ++(is.holds == 0 ? seen.unknown : is.grows ? seen.growing : seen.constant);
  }
  return seen;
}

template <mev2::Opcode O> Results check_operator() {
  return check([]<class V>(const V& a, const V& b) {
    if constexpr (is_alu_operator(O))
      return alu<O>(a, b, V(1));
    else
      return shift_op<O>(a, b);
  });
}

template <mev2::Opcode O, mev2::Opcode... Branches> void check_conditions() {
  (check([]<class V>(const V& a, const V& b) { return condition<Branches>(alu<O>(a, b, V(1))); }),
   ...);
}
template <mev2::Opcode O> void check_all_conditions() {
  using enum mev2::Opcode;
  check_conditions<O, BEQ, BNE, BMI, BPL, BCS, BCC, BVS, BVC, BGE, BLT, BLE, BGT>();
}

} // namespace

TEST_CASE("Results of operators are those of the numbers in each cycle, while they hold") {
  using enum mev2::Opcode;
  CHECK(check_operator<ALU_B>().growing > 1000);
  CHECK(check_operator<ALU_ADD>().growing > 1000);
  CHECK(check_operator<ALU_ADD8>().growing > 500);
  CHECK(check_operator<ALU_ADD16>().growing > 500);
  CHECK(check_operator<ALU_ADD_CARRY>().growing > 1000);
  CHECK(check_operator<ALU_SUB>().growing > 500);
  CHECK(check_operator<ALU_SUB_CARRY>().growing > 500);
  CHECK(check_operator<ALU_B_SUB_A>().growing > 500);
  CHECK(check_operator<ALU_AND>().growing > 50);
  CHECK(check_operator<ALU_OR>().growing > 15);
  CHECK(check_operator<SHF_AND_NOT>().constant > 500);
  CHECK(check_operator<SHF_NOT_AND>().constant > 500);
  CHECK(check_operator<ALU_XOR>().constant > 500);
  CHECK(check_operator<ALU_NOT_B>().constant > 1000);
}

TEST_CASE("So are shifts, fields, bytes and bits") {
  using enum mev2::ShiftKind;
  for (const unsigned n : {1u, 4u, 8u, 16u, 31u}) {
    for (const mev2::ShiftKind kind : {None, Right, Left, RotateRight, RightIndirect, LeftIndirect})
      check([=]<class V>(const V& a, const V& b) { return shifted(kind, n, a, b); });
    check([=]<class V>(const V& a, const V&) { return bit_set(a, n - 1); });
    check([=]<class V>(const V& a, const V&) { return !bit_set(a, n); });
  }
  for (const uint32_t mask : {0xffu, 0xff00u, 0xffffu, 0xff00ffu, ~0u})
    check([=]<class V>(const V& a, const V& b) { return load_field(a, b, mask); });
  for (unsigned byte = 0; byte < 4; ++byte)
    for (const uint8_t compare : {0, 1, 0xff})
      check([=]<class V>(const V& a, const V&) { return byte_equals(a, byte, compare); });
}

TEST_CASE("So are conditions") {
  check_all_conditions<mev2::Opcode::ALU_ADD>();
  check_all_conditions<mev2::Opcode::ALU_ADD_CARRY>();
  check_all_conditions<mev2::Opcode::ALU_SUB>();
  check_all_conditions<mev2::Opcode::ALU_B>();
}

TEST_CASE("A growing word holds until it overflows, its sign changes or it is zero no more") {
  const ClockValue clock(5, true);
  CHECK((clock & 0xf).holds == 11);
  CHECK((clock & 0xf).grows);
  CHECK((clock & 0xf8).holds == 3);
  CHECK((clock >> 2).holds == 3);
  CHECK((clock & 0x9).holds == 0);
  CHECK((clock + clock).holds == 0);
  CHECK((0x40 | (clock & 0xf)).after(3) == 0x48);
  CHECK(bit_set(clock, 3).holds == 3);
  CHECK(logical(ClockValue(0x7ffffff0, true)).holds() == 16);
  CHECK(logical(ClockValue(0, true)).holds() == 1);
  CHECK(add(clock, 0x7ffffff0).holds() == 11);
}
