// Figures of interrupts by source, from states of the core at their entries and returns.
#include "emu/control/interrupt_meter.h"

#include "emu/control/interrupts.h"
#include "emu/xscale/modes.h"
#include "tests/catch.h"

using namespace ixp;
using control::InterruptMeter;
using xscale::Mode;

namespace {

constexpr uint32_t kTimer = control::interrupt::kTimer1, kUart = control::interrupt::kUart;
constexpr unsigned kTimerBit = 4, kUartBit = 2;

uint32_t mode(Mode m, bool masked = false) {
  return static_cast<uint32_t>(m) | (masked ? xscale::psr::kI : 0);
}

// The state at a handler's entry: it will return to `address` with `status`.
xscale::State entry(uint64_t cycle, uint32_t address, uint32_t status) {
  xscale::State s;
  xscale::write_cpsr(s, mode(Mode::Irq, true));
  s.r[14] = address + 4;
  s.spsr[static_cast<unsigned>(xscale::Bank::Irq)] = status;
  s.cycles = cycle;
  return s;
}
xscale::State program(uint64_t cycle, uint32_t address, uint32_t status) {
  xscale::State s;
  xscale::write_cpsr(s, status);
  s.r[15] = address;
  s.cycles = cycle;
  return s;
}

} // namespace

TEST_CASE("an interrupt's wait and its handler are measured") {
  InterruptMeter meter;
  meter.set_offset(100);
  meter.see(kTimer, 150);
  meter.see(kTimer, 160); // still the same
  meter.taken(entry(70, 0x8000, mode(Mode::Supervisor)));
  meter.returned(program(80, 0x8100, mode(Mode::Supervisor))); // from a system call
  meter.returned(program(90, 0x8000, mode(Mode::Supervisor)));
  meter.see(0, 200);
  meter.see(kTimer, 300); // never served
  meter.see(0, 310);
  const control::InterruptFigures& f = meter.figures()[kTimerBit];
  CHECK(f.raised == 2);
  CHECK(f.served == 1);
  CHECK(f.wait_cycles == 20);
  CHECK(f.wait_max_cycles == 20);
  CHECK(f.handlers == 1);
  CHECK(f.handler_cycles == 20);
  CHECK(f.handler_max_cycles == 20);
}

TEST_CASE("time of an interrupt within a handler is not the handler's") {
  InterruptMeter meter;
  meter.see(kTimer, 0);
  meter.taken(entry(10, 0x8000, mode(Mode::User)));
  meter.see(kTimer | kUart, 20);
  meter.taken(entry(30, 0x9000, mode(Mode::Supervisor)));
  meter.returned(program(70, 0x9000, mode(Mode::Supervisor)));
  meter.returned(program(100, 0xa000, mode(Mode::User))); // of another process
  CHECK(meter.figures()[kTimerBit].handler_cycles == 90);
  CHECK(meter.figures()[kUartBit].served == 1);
  CHECK(meter.figures()[kUartBit].wait_cycles == 10);
}

TEST_CASE("the highest source that is on gets the handler's time") {
  InterruptMeter meter;
  meter.see(kTimer | kUart, 0);
  meter.taken(entry(10, 0x8000, mode(Mode::User)));
  meter.returned(program(15, 0x8000, mode(Mode::User)));
  CHECK(meter.figures()[kTimerBit].handlers == 1);
  CHECK(meter.figures()[kUartBit].served == 1);
  CHECK(meter.figures()[kUartBit].handlers == 0);
}

TEST_CASE("sources have names") {
  CHECK(InterruptMeter::name(2) == "uart");
  CHECK(InterruptMeter::name(3) == "gpio");
  CHECK(InterruptMeter::name(4) == "timer 1");
  CHECK(InterruptMeter::name(7) == "timer 4");
  CHECK(InterruptMeter::name(8) == "cycle counter");
  CHECK(InterruptMeter::name(14) == "attention");
  CHECK(InterruptMeter::name(16) == "threads A of cluster 0");
  CHECK(InterruptMeter::name(26) == "threads B of cluster 1");
}
