#include "emu/control/gpio.h"
#include "emu/control/interrupt_meter.h"
#include "emu/control/interrupts.h"
#include "emu/control/timers.h"
#include "emu/control/uart.h"
#include "emu/xscale/modes.h"
#include "tests/catch.h"

#include <random>

using namespace ixp;
using namespace ixp::control;
using xscale::Mode;

// GPIO pins against the levels that were driven.

namespace {

uint32_t at(Gpio& gpio, uint32_t offset, Tick now) {
  gpio.settle(now);
  return gpio.read(offset).value();
}

} // namespace

TEST_CASE("typed bytes arrive at their ticks") {
  Uart uart;
  uart.type(Typed{{{100, "a"}, {200, "b"}}});
  const auto received = [&](Tick now) {
    uart.settle(now);
    return (uart.read(0x14).value() & 1) ? uart.read(0x00).value() : 0;
  };
  CHECK(received(99) == 0);
  CHECK(uart.next() == 100);
  CHECK(received(100) == 'a');
  CHECK(received(199) == 0);
  CHECK(received(200) == 'b');
  CHECK(uart.next() == kNever);
}

// With a time for each byte that grows with the bytes left, this takes minutes.
TEST_CASE("long input is read byte by byte") {
  constexpr size_t kBytes = 8 << 20;
  Uart uart;
  uart.type(Typed{{{100, std::string(kBytes, 'x')}}});
  uart.settle(100);
  size_t read = 0;
  while (uart.read(0x14).value() & 1)
    read += uart.read(0x00).value() == 'x';
  CHECK(read == kBytes);
}

TEST_CASE("a line of the script is typed at each prompt") {
  Uart uart;
  uart.type("ab\nc", "$");
  const auto typed = [&] {
    uart.write(0x00, '$');
    std::string line;
    while (uart.read(0x14).value() & 1)
      line += static_cast<char>(uart.read(0x00).value());
    return line;
  };
  CHECK(typed() == "ab\n");
  CHECK(uart.script() == "c");
  CHECK(typed() == "c");
  CHECK(typed().empty());
  CHECK(uart.script().empty());
}

TEST_CASE("edges are kept until they are cleared, levels last as long as they last") {
  Gpio gpio;
  gpio.write(0x1c, 0x08); // rising edges of pin 3
  gpio.write(0x38, 0x09);
  gpio.drive_at(100, 3, true);
  gpio.drive_at(200, 3, false);
  CHECK(gpio.next() == 100);
  CHECK(at(gpio, 0x00, 99) == 0);
  CHECK(!gpio.interrupt());
  CHECK(at(gpio, 0x00, 100) == 0x08);
  CHECK(gpio.interrupt());
  CHECK(at(gpio, 0x40, 150) == 0x08);
  CHECK(at(gpio, 0x40, 200) == 0x08);
  CHECK(at(gpio, 0x00, 200) == 0);
  CHECK(gpio.next() == kNever);
  gpio.write(0x24, 0x08);
  CHECK(!gpio.interrupt());

  gpio.write(0x2c, 0x01); // low levels of pin 0
  CHECK(at(gpio, 0x40, 250) == 0x01);
  gpio.drive_at(300, 0, true);
  CHECK(at(gpio, 0x30, 299) == 0x01);
  CHECK(at(gpio, 0x30, 300) == 0);
  gpio.drive_at(400, 0, false);
  CHECK(at(gpio, 0x40, 400) == 0x01);
  gpio.write(0x3c, 0x01); // no longer enabled
  CHECK(!gpio.interrupt());
}

TEST_CASE("every edge of random pulses is detected where its pin asks for it, and nowhere else") {
  std::mt19937 random(1);
  for (unsigned round = 0; round < 50; ++round) {
    Gpio gpio;
    const uint32_t rising = random() & 0xff, falling = random() & 0xff, outputs = random() & 0xff;
    gpio.write(0x1c, rising);
    gpio.write(0x20, falling);
    gpio.write(0x04, outputs);
    gpio.write(0x10, 0xff);
    uint32_t level = 0;
    for (Tick t = 1; t < 100; ++t) {
      const unsigned pin = random() % 8;
      const bool to = random() % 2;
      gpio.drive_at(t * 10, pin, to);
      const uint32_t before = level;
      level = to ? level | 1u << pin : level & ~(1u << pin);
      const uint32_t edges = ((level & ~before & rising) | (before & ~level & falling)) & ~outputs;
      CHECK(at(gpio, 0x24, t * 10) == edges);
      CHECK(at(gpio, 0x00, t * 10 + 5) == ((level & ~outputs) | outputs));
      gpio.write(0x24, edges);
    }
  }
}

TEST_CASE("a register is there or is not") {
  Gpio gpio;
  CHECK(!gpio.read(0x44));
  CHECK(!gpio.read(0x02));
  CHECK(!gpio.write(0x44, 1));
  gpio.write(0x34, 0xff0f); // eight pins
  CHECK(gpio.read(0x34) == 0x0fu);
  CHECK(gpio.read(0x3c) == 0x0fu);
}

// Timers against a counter that counts one clock after the other.

namespace {

// Plain model of one timer, which counts ticks of `clock` one by one.
struct Counter {
  uint32_t control = 0, load = 0, value = 0;
  Tick clock, ticks = 0;
  bool interrupt = false;

  void run(Tick to) {
    static constexpr Tick kBy[] = {1, 16, 256, 256};
    for (Tick passed = 0; passed < to; ++passed) {
      if (!(control & 0x80)) continue;
      if (++ticks < clock * kBy[control >> 2 & 3]) continue;
      ticks = 0;
      if (value == 0) {
        value = load;
        interrupt = true;
      } else {
        --value;
      }
    }
  }
};

} // namespace

TEST_CASE("timers count as a counter does") {
  constexpr Tick kClock = 24;
  std::mt19937 random(5);
  for (unsigned round = 0; round < 40; ++round) {
    Timers timers(kClock);
    Counter counter{.clock = kClock};
    const unsigned n = round % 4;
    Tick now = 0;
    for (unsigned step = 0; step < 60; ++step) {
      const Tick passed = random() % (round % 3 ? 3000 : 40000);
      now += passed;
      counter.run(passed);
      const uint32_t value = random() % 90;
      switch (random() % 5) {
      case 0:
        timers.write(0x10 + 4 * n, value, now);
        counter.load = counter.value = value;
        counter.ticks = 0;
        break;
      case 1: {
        // Software stops a timer to give it another clock.
        const uint32_t control = counter.control & 0x80 ? 0 : 0x80 | (value & 0xc);
        timers.write(4 * n, control, now);
        counter.control = control;
        counter.ticks = 0;
        break;
      }
      case 2:
        timers.write(0x30 + 4 * n, 1, now);
        counter.interrupt = false;
        break;
      default: break;
      }
      CHECK(timers.read(0x20 + 4 * n, now) == counter.value);
      CHECK(timers.interrupts(now) == uint32_t{counter.interrupt} << n);
      if (counter.control & 0x80 && !counter.interrupt) {
        const Tick next = timers.next();
        CHECK(next > now);
        Timers copy = timers;
        CHECK(copy.interrupts(next - 1) == 0);
        CHECK(copy.interrupts(next) == 1u << n);
      } else {
        CHECK(timers.next() == kNever);
      }
    }
  }
}

TEST_CASE("only the fourth timer is a watchdog, and it stays one") {
  Timers timers(10);
  timers.write(0x40, 1, 0);
  timers.write(0x40, 0, 0);
  CHECK(timers.read(0x40, 0) == 1);
  for (unsigned n = 0; n < 4; ++n) {
    timers.write(0x10 + 4 * n, 4, 0);
    timers.write(4 * n, 0x80, 0);
  }
  CHECK_FALSE(timers.watchdog_expired(49));
  CHECK(timers.watchdog_expired(50));
  CHECK_FALSE(timers.read(0x44, 50).has_value());
}

// Figures of interrupts by source, from states of the core at their entries and returns.

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
