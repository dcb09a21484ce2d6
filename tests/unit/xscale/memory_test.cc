// Loads and stores: vectors by hand from the ARM architecture manual (A2.7, A2.8, A4), for cases
// that other emulators omit or vary: addresses that are no multiple of the size, both byte
// orders, registers of User mode, aborts.
#include "tests/catch.h"
#include "tests/unit/xscale/machine.h"

using namespace ixp::xscale;

namespace {

constexpr uint32_t kData = 0x8000, kNothing = 0x20000; // no memory there

struct Loaded {
  uint32_t word, address, little, big;
};

} // namespace

TEST_CASE("loads at any address, in both byte orders") {
  const Loaded expected = GENERATE(
      Loaded{0xe5910000, kData + 0, 0x81c2a304, 0x81c2a304},  // ldr r0, [r1]: turned right by bytes
      Loaded{0xe5910000, kData + 1, 0x0481c2a3, 0x0481c2a3},  // the same turn in both byte orders
      Loaded{0xe5910000, kData + 2, 0xa30481c2, 0xa30481c2},  //
      Loaded{0xe5910000, kData + 3, 0xc2a30481, 0xc2a30481},  //
      Loaded{0xe5d10000, kData + 0, 0x04, 0x81},              // ldrb r0, [r1]
      Loaded{0xe5d10000, kData + 1, 0xa3, 0xc2},              //
      Loaded{0xe5d10000, kData + 3, 0x81, 0x04},              //
      Loaded{0xe1d100b0, kData + 0, 0xa304, 0x81c2},          // ldrh r0, [r1]
      Loaded{0xe1d100b0, kData + 2, 0x81c2, 0xa304},          //
      Loaded{0xe1d100b0, kData + 3, 0x81c2, 0xa304},          // unpredictable: bit 0 does not count
      Loaded{0xe1d100d0, kData + 1, 0xffffffa3, 0xffffffc2},  // ldrsb r0, [r1]
      Loaded{0xe1d100f0, kData + 0, 0xffffa304, 0xffff81c2},  // ldrsh r0, [r1]
      Loaded{0xe1010092, kData + 1, 0x0481c2a3, 0x0481c2a3}); // swp r0, r2, [r1]
  const bool big = GENERATE(false, true);
  CAPTURE(expected.word, expected.address, big);
  Machine m(big);
  m.arm({expected.word});
  m.memory.put(kData, 4, 0x81c2a304);
  m.r(1) = expected.address;
  m.run(1);
  CHECK(m.r(0) == (big ? expected.big : expected.little));
}

TEST_CASE("stores at any address, in both byte orders") {
  const Loaded expected = GENERATE(
      Loaded{0xe5810000, kData + 0, 0xa1b2c3d4, 0xa1b2c3d4},  // str r0, [r1]
      Loaded{0xe5810000, kData + 3, 0xa1b2c3d4, 0xa1b2c3d4},  // the lowest bits do not count
      Loaded{0xe1c100b0, kData + 0, 0x1111c3d4, 0xc3d41111},  // strh r0, [r1]
      Loaded{0xe1c100b0, kData + 2, 0xc3d41111, 0x1111c3d4},  //
      Loaded{0xe5c10000, kData + 1, 0x1111d411, 0x11d41111},  // strb r0, [r1]
      Loaded{0xe5c10000, kData + 3, 0xd4111111, 0x111111d4},  //
      Loaded{0xe1411090, kData + 0, 0x11111100, 0x00111111}); // swpb r1, r0, [r1]: see below
  const bool big = GENERATE(false, true);
  CAPTURE(expected.word, expected.address, big);
  Machine m(big);
  m.arm({expected.word});
  m.memory.put(kData, 4, 0x11111111);
  m.r(1) = expected.address;
  m.r(0) = expected.word == 0xe1411090 ? 0x100 : 0xa1b2c3d4; // one byte of it
  m.run(1);
  CHECK(m.memory.get(kData, 4) == (big ? expected.big : expected.little));
}

TEST_CASE("a longword reads the same in both byte orders, on the bus as well") {
  Machine m(GENERATE(false, true));
  m.arm({0xe5810000}); // str r0, [r1]
  m.r(0) = 0x01020304, m.r(1) = kData;
  m.run(1);
  CHECK(m.memory.get(kData, 1) == 1);
  CHECK(
      m.memory.accesses.back() ==
      Access{.kind = AccessKind::Write, .size = Size::Word, .address = kData, .value = 0x01020304});
}

TEST_CASE("a store of part of a register has no other bits on the bus") {
  struct Case {
    uint32_t word;
    Size size;
    uint32_t value;
  };
  const Case c = GENERATE(Case{0xe5c10000, Size::Byte, 0x04},    // strb r0, [r1]
                          Case{0xe1c100b0, Size::Half, 0x0504}); // strh r0, [r1]
  Machine m(true);
  m.arm({c.word});
  m.r(0) = 0xffff0504, m.r(1) = kData;
  m.run(1);
  CHECK(m.memory.accesses.back() ==
        Access{.kind = AccessKind::Write, .size = c.size, .address = kData, .value = c.value});
}

TEST_CASE("only the read of SWP locks the bus") {
  Machine m;
  m.arm({0xe1010092}); // swp r0, r2, [r1]
  m.r(1) = kData, m.r(2) = 5;
  m.run(1);
  REQUIRE(m.memory.accesses.size() == 3);
  CHECK(!m.memory.accesses[0].locked);
  CHECK(m.memory.accesses[1].locked);
  CHECK(!m.memory.accesses[2].locked);
  CHECK(m.memory.accesses[2].value == 5);
}

TEST_CASE("the alignment check of CP15 makes wrong addresses aborts") {
  struct Case {
    uint32_t word, address;
    bool aborts;
  };
  const Case c = GENERATE(Case{0xe5910000, kData + 2, true},  // ldr r0, [r1]
                          Case{0xe5910000, kData + 4, false}, //
                          Case{0xe1d100b0, kData + 1, true},  // ldrh r0, [r1]
                          Case{0xe1d100b0, kData + 2, false}, //
                          Case{0xe5d10000, kData + 3, false}, // ldrb r0, [r1]
                          Case{0xe8910005, kData + 2, true},  // ldm r1, {r0, r2}
                          Case{0xe8810005, kData + 1, true},  // stm r1, {r0, r2}
                          Case{0xe1c120d0, kData + 4, true},  // ldrd r2, r3, [r1]
                          Case{0xe1c120f0, kData + 4, true},  // strd r2, r3, [r1]
                          Case{0xe1c120f0, kData + 8, false});
  CAPTURE(c.word, c.address);
  Machine m;
  m.s().system.control |= control::kAlignment;
  m.arm({c.word});
  m.r(1) = c.address;
  m.run(1);
  CHECK((m.s().mode() == Mode::Abort) == c.aborts);
  if (!c.aborts) return;
  CHECK(m.r(15) == 0x10);
  CHECK(m.r(14) == Machine::kCode + 8);
  CHECK(m.s().system.fault_status == 1);
  CHECK(m.s().system.fault_address == c.address);
}

TEST_CASE("LDM and STM do not look at the lowest bits of the address") {
  Machine m;
  m.memory.put(kData, 4, 7);
  m.memory.put(kData + 4, 4, 9);
  m.arm({0xe8910005}); // ldm r1, {r0, r2}
  m.r(1) = kData + 3;
  m.run(1);
  CHECK(m.r(0) == 7);
  CHECK(m.r(2) == 9);
}

TEST_CASE("the four ways of LDM and STM") {
  struct Case {
    uint32_t stm, first, base;
  };
  // stmia, stmib, stmda, stmdb r1!, {r0, r2}
  const Case c =
      GENERATE(Case{0xe8a10005, kData, kData + 8}, Case{0xe9a10005, kData + 4, kData + 8},
               Case{0xe8210005, kData - 4, kData - 8}, Case{0xe9210005, kData - 8, kData - 8});
  CAPTURE(c.stm);
  Machine m;
  m.arm({c.stm, c.stm | 1u << 20});
  m.r(0) = 0xaaaa, m.r(2) = 0xbbbb, m.r(1) = kData;
  m.run(1);
  CHECK(m.memory.get(c.first, 4) == 0xaaaa);
  CHECK(m.memory.get(c.first + 4, 4) == 0xbbbb);
  CHECK(m.r(1) == c.base);
  m.r(0) = m.r(2) = 0, m.r(1) = kData;
  m.run(1);
  CHECK(m.r(0) == 0xaaaa);
  CHECK(m.r(2) == 0xbbbb);
  CHECK(m.r(1) == c.base);
}

TEST_CASE("a base among the registers of LDM and STM") {
  Machine m;
  m.memory.put(kData, 4, 7);
  m.arm({0xe8b10006, 0xe8a10006}); // ldm r1!, {r1, r2}; stm r1!, {r1, r2}
  m.r(1) = kData;
  m.run(1);
  CHECK(m.r(1) == 7); // the loaded value
  m.r(1) = kData;
  m.run(1);
  CHECK(m.memory.get(kData, 4) == kData); // the lowest register: the base before
}

TEST_CASE("LDM and STM with ^ use the registers of User mode") {
  const Mode mode = GENERATE(Mode::Supervisor, Mode::Fiq, Mode::System);
  Machine m;
  m.r(8) = 0x808, m.r(13) = 0xd0d, m.r(14) = 0xe0e; // of System, which are User's
  write_cpsr(m.s(), static_cast<uint32_t>(mode));
  if (mode != Mode::System) m.r(13) = m.r(14) = 0;
  if (mode == Mode::Fiq) m.r(8) = 0;
  m.arm({0xe8c06100, 0xe8d06100}); // stm r0, {r8, r13, r14}^; ldm r0, {r8, r13, r14}^
  m.r(0) = kData;
  m.run(1);
  CHECK(m.memory.get(kData, 4) == 0x808);
  CHECK(m.memory.get(kData + 4, 4) == 0xd0d);
  CHECK(m.memory.get(kData + 8, 4) == 0xe0e);
  for (uint32_t i = 0; i < 3; ++i)
    m.memory.put(kData + 4 * i, 4, 0x100 + i);
  m.run(1);
  if (mode != Mode::System) CHECK(m.r(13) == 0);
  write_cpsr(m.s(), static_cast<uint32_t>(Mode::System));
  CHECK(m.r(8) == 0x100);
  CHECK(m.r(13) == 0x101);
  CHECK(m.r(14) == 0x102);
}

TEST_CASE("LDM with ^ and r15 returns from an exception") {
  Machine m;
  write_cpsr(m.s(), static_cast<uint32_t>(Mode::Supervisor));
  m.s().spsr[static_cast<unsigned>(Bank::Supervisor)] =
      static_cast<uint32_t>(Mode::User) | psr::kT | psr::kC;
  m.arm({0xe8fdc001}); // ldm sp!, {r0, lr, pc}^
  m.r(13) = kData;
  m.memory.put(kData, 4, 3);
  m.memory.put(kData + 4, 4, 0xee);
  m.memory.put(kData + 8, 4, 0x2002);
  m.run(1);
  CHECK(m.r(0) == 3);
  CHECK(m.r(14) == 0); // the other one was loaded
  CHECK(m.r(15) == 0x2002);
  CHECK(m.s().mode() == Mode::User);
  CHECK(m.s().thumb());
  CHECK(m.flags() == "--C--");
  write_cpsr(m.s(), static_cast<uint32_t>(Mode::Supervisor));
  CHECK(m.r(13) == kData + 12);
  CHECK(m.r(14) == 0xee);
}

TEST_CASE("loads to r15 choose the state, data processing does not") {
  Machine m;
  m.memory.put(kData, 4, 0x3001);
  m.arm({0xe591f000}); // ldr pc, [r1]
  m.r(1) = kData;
  m.run(1);
  CHECK(m.r(15) == 0x3000);
  CHECK(m.s().thumb());
  Machine n;
  n.arm({0xe1a0f000}); // mov pc, r0
  n.r(0) = 0x3003;
  n.run(1);
  CHECK(n.r(15) == 0x3000);
  CHECK(!n.s().thumb());
}

TEST_CASE("an abort leaves the registers and tells where") {
  // ldm r1!, {r1, r2} and ldr r0, [r1], #4 and stm r1!, {r1, r2}, half after the end of memory
  const uint32_t word = GENERATE(0xe8b10006u, 0xe4910004u, 0xe8a10006u);
  Machine m;
  m.arm({word});
  m.r(1) = word == 0xe4910004 ? kNothing : m.memory.size() - 4;
  const auto before = m.s().r;
  m.run(1);
  CHECK(m.s().mode() == Mode::Abort);
  CHECK(m.r(15) == 0x10);
  CHECK(m.r(14) == Machine::kCode + 8);
  CHECK(m.r(0) == before[0]);
  CHECK(m.r(1) == before[1]);
  CHECK(m.r(2) == before[2]);
  CHECK(m.s().system.fault_address == (word == 0xe4910004 ? kNothing : m.memory.size()));
  CHECK(m.s().last_fault ==
        Fault{Exception::DataAbort, Machine::kCode, m.s().system.fault_address});
}

TEST_CASE("LDRD and STRD") {
  Machine m;
  m.memory.put(kData, 4, 1);
  m.memory.put(kData + 4, 4, 2);
  m.arm(
      {0xe1c120d0, 0xe2811008, 0xe1c120f0}); // ldrd r2, r3, [r1]; add r1, r1, #8; strd r2, r3, [r1]
  m.r(1) = kData;
  m.run(3);
  CHECK(m.memory.get(kData + 8, 4) == 1);
  CHECK(m.memory.get(kData + 12, 4) == 2);
}

TEST_CASE("r15 as an operand is 8 ahead, in Thumb state 4, and stored like that") {
  Machine m;
  m.arm({0xe28f0000, 0xe581f000}); // add r0, pc, #0; str pc, [r1]
  m.r(1) = kData;
  m.run(2);
  CHECK(m.r(0) == Machine::kCode + 8);
  CHECK(m.memory.get(kData, 4) == Machine::kCode + 12);
  Machine t(GENERATE(false, true));
  t.thumb(
      {0x46c0, 0xa001, 0x4801}); // nop; add r0, pc, #4; ldr r0, [pc, #4]: of an address cut to 4
  t.memory.put(Machine::kCode + 12, 4, 0x77);
  t.run(2);
  CHECK(t.r(0) == Machine::kCode + 8);
  t.run(1);
  CHECK(t.r(0) == 0x77);
}
