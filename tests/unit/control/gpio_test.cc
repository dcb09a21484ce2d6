// GPIO pins against the levels that were driven.
#include "emu/control/gpio.h"
#include "tests/catch.h"

#include <random>

using namespace ixp;
using control::Gpio;

namespace {

uint32_t at(Gpio& gpio, uint32_t offset, Tick now) {
  gpio.settle(now);
  return gpio.read(offset).value();
}

} // namespace

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
