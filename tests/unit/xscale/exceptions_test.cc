// Modes, exceptions, coprocessors, and causes that stop the core: vectors by hand from the ARM
// architecture manual (A2.2 to A2.6) and the XScale's.
#include "emu/xscale/report.h"
#include "tests/catch.h"
#include "tests/unit/xscale/machine.h"

using namespace ixp::xscale;

namespace {

constexpr uint32_t kCode = Machine::kCode;

void set_mode(Machine& m, Mode mode, uint32_t more = 0) {
  write_cpsr(m.s(), static_cast<uint32_t>(mode) | more);
}

} // namespace

TEST_CASE("reset") {
  Machine m;
  m.core.reset(true, true);
  CHECK(m.r(15) == 0xffff0000);
  CHECK(m.s().cpsr == (0x13 | psr::kI | psr::kF));
  CHECK(m.s().big_endian());
}

TEST_CASE("each mode has its r13 and r14, FIQ also r8 to r12") {
  Machine m;
  const Mode modes[] = {Mode::User,  Mode::Fiq,       Mode::Irq,   Mode::Supervisor,
                        Mode::Abort, Mode::Undefined, Mode::System};
  uint32_t number = 0x100;
  for (const Mode mode : modes) {
    set_mode(m, mode);
    m.r(7) = m.r(8) = m.r(12) = m.r(13) = m.r(14) = number;
    number += 0x100;
  }
  for (unsigned i = 0; i < 7; ++i) {
    set_mode(m, modes[i]);
    const uint32_t own = i == 0 ? 0x700 : 0x100 * (i + 1); // User and System share
    CAPTURE(i);
    CHECK(m.r(7) == 0x700);
    CHECK(m.r(8) == (modes[i] == Mode::Fiq ? 0x200 : 0x700));
    CHECK(m.r(12) == m.r(8));
    CHECK(m.r(13) == own);
    CHECK(m.r(14) == own);
  }
}

TEST_CASE("entries into exceptions") {
  struct Case {
    uint32_t word;
    bool thumb;
    Mode mode;
    uint32_t vector, link; // link: on top of the instruction's address
  };
  const Case c = GENERATE(Case{0xef001234, false, Mode::Supervisor, 0x08, 4}, // swi
                          Case{0xdf01, true, Mode::Supervisor, 0x08, 2},      //
                          Case{0xe7f000f0, false, Mode::Undefined, 0x04, 4},  // udf
                          Case{0xde00, true, Mode::Undefined, 0x04, 2},       //
                          Case{0xe1200070, false, Mode::Abort, 0x0c, 4},      // bkpt
                          Case{0xbe00, true, Mode::Abort, 0x0c, 4});
  const bool high = GENERATE(false, true);
  CAPTURE(c.word, high);
  Machine m;
  set_mode(m, Mode::User, psr::kC);
  m.r(14) = 0x123;
  if (high) m.s().system.control |= control::kHighVectors;
  if (c.thumb)
    m.thumb({c.word});
  else
    m.arm({c.word});
  const uint32_t before = m.s().cpsr;
  m.run(1);
  CHECK(m.s().mode() == c.mode);
  CHECK(m.r(15) == c.vector + (high ? 0xffff0000 : 0));
  CHECK(m.r(14) == kCode + c.link);
  CHECK(m.s().spsr[static_cast<unsigned>(bank_of(c.mode))] == before);
  CHECK(m.s().cpsr == (static_cast<uint32_t>(c.mode) | psr::kC | psr::kI));
  CHECK(m.s().r13[0][1] == 0x123);
}

TEST_CASE("a prefetch abort, and the return from it") {
  Machine m;
  set_mode(m, Mode::User);
  m.arm({0xe25ef004}, 0x0c); // subs pc, lr, #4
  m.r(15) = 0x40000;
  m.run(1);
  CHECK(m.s().mode() == Mode::Abort);
  CHECK(m.r(15) == 0x0c);
  CHECK(m.r(14) == 0x40004);
  CHECK(m.s().system.fault_status == 0x406);
  CHECK(m.s().system.fault_address == 0); // set by data aborts only
  m.run(1);
  CHECK(m.r(15) == 0x40000);
  CHECK(m.s().mode() == Mode::User);
}

TEST_CASE("interrupts") {
  Machine m;
  m.arm({0xe2800001, 0xe2800001}); // add r0, r0, #1 twice
  m.arm({0xe25ef004}, 0x18);       // subs pc, lr, #4
  m.core.set_irq(true);
  m.s().cpsr |= psr::kI;
  m.run(1);
  CHECK(m.r(0) == 1); // masked
  m.s().cpsr &= ~psr::kI;
  m.run(1);
  CHECK(m.s().mode() == Mode::Irq);
  CHECK(m.r(15) == 0x18);
  CHECK(m.r(14) == kCode + 8);
  CHECK((m.s().cpsr & (psr::kI | psr::kF)) == psr::kI);
  m.core.set_fiq(true);
  m.run(1);
  CHECK(m.s().mode() == Mode::Fiq);
  CHECK(m.r(15) == 0x1c);
  CHECK(m.r(14) == 0x18 + 4);
  CHECK((m.s().cpsr & (psr::kI | psr::kF)) == (psr::kI | psr::kF));
  m.core.set_fiq(false);
  m.core.set_irq(false);
  set_mode(m, Mode::Irq, psr::kI);
  m.r(15) = 0x18;
  m.run(2);
  CHECK(m.r(0) == 2);
  CHECK(m.s().mode() == Mode::System);
}

TEST_CASE("MSR and MRS") {
  Machine m;
  m.arm({0xe321f0d3, 0xe10f0000, 0xe129f001, 0xe10f2000}); // msr cpsr_c, #0xd3; mrs r0, cpsr
  m.run(2);                                                // msr cpsr_fc, r1; mrs r2, cpsr
  CHECK(m.r(0) == 0xd3);
  m.r(1) = 0xffffff30; // T is not written, bits that ARMv5TE lacks read 0
  m.run(1);
  CHECK(m.s().cpsr == (psr::kFlags | 0x10));
  m.r(1) = 0x000000d3; // a User writes flags only
  m.r(15) = kCode + 8;
  m.run(2);
  CHECK(m.r(2) == 0x10);
}

TEST_CASE("MSR changes only the fields that it names") {
  Machine m;
  m.arm({0xe128f001, 0xe121f001}); // msr cpsr_f, r1; msr cpsr_c, r1
  m.r(1) = psr::kFlags | 0xd3;
  m.run(1);
  CHECK(m.s().cpsr == (psr::kFlags | 0x1f));
  m.r(1) = 0xd3;
  m.run(1);
  CHECK(m.s().cpsr == (psr::kFlags | 0xd3));
}

TEST_CASE("SPSR has the bits of CPSR, and only those") {
  Machine m;
  set_mode(m, Mode::Irq);
  m.arm({0xe16ff001, 0xe14f0000}); // msr spsr_fsxc, r1; mrs r0, spsr
  m.r(1) = 0xffffffff;
  m.run(2);
  CHECK(m.r(0) == psr::kAll);
}

TEST_CASE("a mode that there is not stops the core") {
  Machine m;
  m.arm({0xe321f0d4}); // msr cpsr_c, #0xd4
  CHECK(m.run(1) == Step::Stopped);
  CHECK(m.s().stop.reason == StopReason::BadMode);
  CHECK(m.core.step() == Step::Stopped);
}

TEST_CASE("coprocessor 15") {
  Machine m;
  m.arm({0xee100f10, 0xee101f30, 0xee112f10}); // mrc p15, 0, r0, c0, c0, 0; r1, c0, c0, 1; r2, c1
  m.run(3);
  CHECK(m.r(0) == 0x69054190);
  CHECK(m.r(1) == 0x0b1aa1aa);
  CHECK(m.r(2) == 0x78);
  m.arm({0xee010f10, 0xee070f9a, 0xee112f10},
        kCode + 12); // mcr p15, 0, r0, c1; c7, c10, 4; mrc r2, c1
  m.r(0) = 0xffffffff & ~control::kMmu;
  m.run(3);
  CHECK(m.r(2) == 0x3bfe);
  CHECK(m.s().big_endian());
}

TEST_CASE("a register of coprocessor 15 read to r15 sets the flags alone") {
  Machine m;
  m.arm({0xee060f10, 0xee16ff10}); // mcr p15, 0, r0, c6; mrc r15, c6
  m.r(0) = 0xa0000fff;
  const uint32_t before = m.s().cpsr & ~(psr::kN | psr::kZ | psr::kC | psr::kV);
  m.run(2);
  CHECK(m.s().cpsr == (before | psr::kN | psr::kC));
}

TEST_CASE("coprocessors are undefined for a User, and where there is none") {
  // mrc p15; mrc p14; cdp p1; ldc p1; mcrr p0 without access to it
  const uint32_t word = GENERATE(0xee100f10u, 0xee110e10u, 0xee000100u, 0xed900100u, 0xec410000u);
  Machine m;
  set_mode(m, Mode::User);
  m.arm({word});
  m.run(1);
  CHECK(m.s().mode() == Mode::Undefined);
}

TEST_CASE("what is not modelled stops the core") {
  // event counter; sleep
  const uint32_t word = GENERATE(0xee120e10u, 0xee070e10u);
  Machine m;
  m.arm({word});
  m.r(0) = 0xffffffff;
  CHECK(m.run(1) == Step::Stopped);
  CHECK(m.s().stop.reason == StopReason::NotModelled);
  CHECK(m.s().stop.what != Missing::Nothing);
  CHECK(m.r(15) == kCode);
}

TEST_CASE("the cycle counter of coprocessor 14") {
  Machine m;
  m.arm(
      {0xee000e10, 0xe1a00000, 0xe1a00000, 0xee111e10}); // mcr p14, 0, r0, c0; nop; nop; mrc r1, c1
  m.r(0) = 1 | 1 << 2 | 1 << 6;                          // on, from 0, interrupt
  m.run(4);
  CHECK(m.r(1) == 4); // mcr 2, nop 1, nop 1
  CHECK(!m.core.counter_interrupt());
  m.arm({0xee010e10, 0xe1a00000, 0xee102e10, 0xee003e10},
        kCode + 16); // mcr c1, r0; nop; mrc r2, c0
  m.r(0) = 0xffffffff;
  m.run(3);
  CHECK(m.core.counter_interrupt());
  CHECK((m.r(2) & 1 << 10) != 0);
  m.r(3) = 1 | 1 << 6 | 1 << 10; // clears it
  m.run(1);
  CHECK(!m.core.counter_interrupt());
  m.s().counter = {.monitor = 1 | 1 << 3, .value = 0, .since = m.s().cycles}; // every 64th
  m.s().cycles += 200;
  m.arm({0xee111e10, 0xee111e10}, m.r(15));
  m.run(1);
  CHECK(m.r(1) == 3);
  m.s().cycles += 256 - 200 - 2; // mrc took 2; the rest of before counts
  m.run(1);
  CHECK(m.r(1) == 4);
}

TEST_CASE("the accumulator of coprocessor 0") {
  Machine m;
  m.s().system.coprocessor_access = 1;
  m.r(0) = 1, m.r(1) = 0x00030002, m.r(2) = 0xfffc0005; // 3 and 2; -4 and 5
  struct Case {
    uint32_t word;
    int64_t product;
  };
  const Case c =
      GENERATE(Case{0xee201012, int64_t{0x00030002} * static_cast<int32_t>(0xfffc0005)}, // mia
               Case{0xee281012, 3 * -4 + 2 * 5},                                         // miaph
               Case{0xee2c1012, 5 * 2}, Case{0xee2d1012, 5 * 3},                         // miaxy
               Case{0xee2e1012, -4 * 2}, Case{0xee2f1012, -4 * 3});
  CAPTURE(c.word);
  m.arm({0xec410000 & ~0xf0000u, c.word, 0xec543000}); // mar acc0, r0, r0; ...; mra r3, r4, acc0
  m.run(3);
  const int64_t begin = int64_t{1} << 32 | 1;
  const uint64_t sum = static_cast<uint64_t>(begin + c.product) << 24;
  const auto extended = static_cast<uint64_t>(static_cast<int64_t>(sum) >> 24);
  CHECK((uint64_t{m.r(4)} << 32 | m.r(3)) == extended);
}

TEST_CASE("branches between ARM and Thumb") {
  Machine m;
  m.arm({0xfb000000}); // blx to kCode + 10
  m.thumb({0x4770}, kCode + 10);
  m.s().cpsr &= ~psr::kT;
  m.run(1);
  CHECK(m.r(14) == kCode + 4);
  CHECK(m.r(15) == kCode + 10);
  CHECK(m.s().thumb());
  m.run(1); // bx lr
  CHECK(m.r(15) == kCode + 4);
  CHECK(!m.s().thumb());
  Machine r;
  r.thumb({0x4780}); // blx r0
  r.r(0) = 0x2000;
  r.run(1);
  CHECK(r.r(14) == kCode + 3);
  CHECK(r.r(15) == 0x2000);
  CHECK(!r.s().thumb());
  Machine u;
  u.thumb({0x46c0, 0xf000, 0xe800, 0xe800}); // nop; blx to the longword of kCode + 6
  u.run(3);
  CHECK(u.r(15) == kCode + 4);
  CHECK(!u.s().thumb());
  u.s().cpsr |= psr::kT;
  u.r(15) = kCode + 6;
  u.r(14) = 0x2001; // the second half alone; ARM state for any r14
  u.run(1);
  CHECK(u.r(15) == 0x2000);
  CHECK(!u.s().thumb());
  Machine t;
  t.thumb({0xf000, 0xe804, 0xf7ff, 0xfffe}); // blx to kCode + 4 + 8; bl .
  t.run(2);
  CHECK(t.r(15) == kCode + 12);
  CHECK(t.r(14) == kCode + 5);
  CHECK(!t.s().thumb());
  t.s().cpsr |= psr::kT;
  t.r(15) = kCode + 4;
  t.run(2);
  CHECK(t.r(15) == kCode + 4);
  CHECK(t.r(14) == kCode + 9);
}

TEST_CASE("faults without end stop the core") {
  const int which = GENERATE(0, 1, 2);
  Machine m;
  uint32_t expected_pc = kCode;
  switch (which) {
  case 0: // the vector itself cannot be fetched
    m.s().system.control |= control::kHighVectors;
    m.r(15) = 0x40000;
    expected_pc = 0xffff000c;
    break;
  case 1: // the handler returns to the faulting instruction
    m.arm({0xe25ef008}, 0x10);
    m.arm({0xe5910000});
    m.r(1) = 0x40000;
    break;
  case 2: // the handler has a mistake of its own
    m.arm({0xe1a00000, 0xe7f000f0}, 0x04);
    m.arm({0xe7f000f0});
    expected_pc = 8;
    break;
  }
  CHECK(m.run(10000) == Step::Stopped);
  CHECK(m.s().stop.reason == StopReason::FaultLoop);
  CHECK(m.s().stop.at.pc == expected_pc);
}

TEST_CASE("a handler that emulates instructions is no endless loop") {
  Machine m;
  m.arm({0xe1b0f00e}, 0x04);       // movs pc, lr
  m.arm({0xe7f000f0, 0xeafffffd}); // udf; b to it
  CHECK(m.run(1000) == Step::Done);
}

TEST_CASE("a branch to itself ends only when an interrupt may come") {
  Machine m;
  m.arm({0xeafffffe});
  CHECK(m.run(10) == Step::Done);
  m.s().cpsr |= psr::kI | psr::kF;
  CHECK(m.run(10) == Step::Stopped);
  CHECK(m.s().stop.reason == StopReason::BranchHere);
}

TEST_CASE("an exception that shall stop the core does, and the report shows where") {
  Machine m;
  m.core.stop_on(Exception::DataAbort);
  m.arm({0xe3a00005, 0xe5910000, 0xe7f000f0}); // mov r0, #5; ldr r0, [r1]; udf
  m.r(1) = 0x40000;
  CHECK(m.run(10) == Step::Stopped);
  const std::string text = report(m.s(), [&](uint32_t a) -> std::optional<uint32_t> {
    if (a >= m.memory.size()) return std::nullopt;
    return m.memory.get(a, 4);
  });
  CHECK(text == R"(XScale: data abort at pc 0x00001004, address 0x00040000
mapping: none, the MMU is off
   00000fec  00000000  andeq r0, r0, r0
   00000ff0  00000000  andeq r0, r0, r0
   00000ff4  00000000  andeq r0, r0, r0
   00000ff8  00000000  andeq r0, r0, r0
   00000ffc  00000000  andeq r0, r0, r0
   00001000  e3a00005  mov r0, #5
-> 00001004  e5910000  ldr r0, [r1]
   00001008  e7f000f0  udf #0
   0000100c  00000000  andeq r0, r0, r0
   00001010  00000000  andeq r0, r0, r0
   00001014  00000000  andeq r0, r0, r0
r0  00000005  r1  00040000  r2  00000000  r3  00000000
r4  00000000  r5  00000000  r6  00000000  r7  00000000
r8  00000000  r9  00000000  r10 00000000  r11 00000000
r12 00000000  r13 00000000  r14 00000000  r15 00001004
cpsr 0000001f ----- --- system, little-endian; 1 instructions, 1 cycles
)");
}

TEST_CASE("the report names the flags and masks that are set") {
  struct Case {
    uint32_t bit;
    const char* text;
  };
  const Case c =
      GENERATE(Case{psr::kN, "N---- ---"}, Case{psr::kZ, "-Z--- ---"}, Case{psr::kC, "--C-- ---"},
               Case{psr::kV, "---V- ---"}, Case{psr::kQ, "----Q ---"}, Case{psr::kI, "----- I--"},
               Case{psr::kF, "----- -F-"}, Case{psr::kT, "----- --T"});
  Machine m;
  m.s().cpsr |= c.bit;
  CHECK(registers(m.s()).find(std::string(" ") + c.text + " system,") != std::string::npos);
}

TEST_CASE("the report shows Thumb code in either byte order") {
  Machine m(GENERATE(false, true));
  m.thumb({0x2005, 0x3007}); // movs r0, #5; adds r0, #7
  const std::string text =
      listing(m.s(), [&](uint32_t a) { return std::optional(m.memory.get(a, 4)); }, kCode);
  CHECK(text.find("-> 00001000  2005  movs r0, #5\n   00001002  3007  adds r0, #7\n") !=
        std::string::npos);
}

TEST_CASE("cycles by class of instruction") {
  struct Case {
    uint32_t word, cycles;
  };
  const Case c = GENERATE(Case{0xe2800001, 1},  // add r0, r0, #1
                          Case{0x02800001, 1},  // addeq, not executed
                          Case{0xe1b00211, 2},  // lsls r0, r1, r2
                          Case{0xe1a00060, 2},  // rrx r0, r0
                          Case{0xe1a0f000, 5},  // mov pc, r0
                          Case{0xeb00003e, 5},  // bl
                          Case{0xe0100291, 4},  // muls r0, r1, r2
                          Case{0xe0000291, 1},  // mul
                          Case{0xe591f000, 8},  // ldr pc, [r1]
                          Case{0xe891000c, 4},  // ldm r1, {r2, r3}
                          Case{0xe891801d, 12}, // ldm r1, {r0, r2, r3, r4, pc}
                          Case{0xe1c120f0, 2},  // strd r2, r3, [r1]
                          Case{0xef000000, 6}); // swi
  CAPTURE(c.word);
  Machine m;
  m.arm({c.word});
  m.r(1) = 0x8000;
  m.run(1);
  CHECK(m.s().cycles == c.cycles);
}

TEST_CASE("plain instructions take the parameter's cycles, in Thumb state, too") {
  Timing timing;
  timing.plain = 7;
  TestMemory memory(0x10000);
  Core core(memory, timing);
  core.reset(false);
  write_cpsr(core.edit(), static_cast<uint32_t>(Mode::System) | psr::kT);
  core.edit().r[15] = Machine::kCode;
  memory.put(Machine::kCode, 4, 0x30072005);     // movs r0, #5; adds r0, #7
  memory.put(Machine::kCode + 4, 4, 0xf000d001); // beq, not taken; the first half of bl
  for (unsigned n = 1; n <= 4; ++n) {
    REQUIRE(core.step() == Step::Done);
    CHECK(core.state().cycles == 7 * n);
  }
}
