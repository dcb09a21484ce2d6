// Devices of boards, and PCI devices that have configuration registers only.
#include "emu/control/board.h"
#include "emu/control/pci.h"

#include "tests/catch.h"

using namespace ixp::control;

namespace {

uint32_t type0(unsigned slot, unsigned reg) {
  return 0xda000000 | 1u << (16 + slot) | reg;
}
uint32_t type1(unsigned bus, unsigned slot, unsigned reg) {
  return 0xdb000000 | bus << 16 | slot << 11 | reg;
}

} // namespace

TEST_CASE("cycles that no PCI device answers are aborts") {
  PciUnit pci;
  pci.add(pci_bridge(4, 1));
  pci.add(pci_ethernet(1, 3));
  CHECK(pci.read(type0(4, 0)) == 0x00261011);
  CHECK(pci.read(type1(1, 3, 0)) == 0x12298086);
  CHECK(pci.read(0xde000004) == 0);
  for (const uint32_t absent :
       {type0(3, 0), type0(4, 0) | 0x100, type1(1, 4, 0), type1(2, 3, 0), type0(4, 0) | 1u << 17}) {
    CAPTURE(absent);
    CHECK(!pci.read(absent));
    CHECK(!pci.write(absent, 0));
    CHECK(pci.read(0xde000004) == 1u << 29);
    pci.write(0xde000004, 1u << 29);
    CHECK(pci.read(0xde000004) == 0);
  }
}

TEST_CASE("a bridge passes on the cycles of its secondary bus") {
  PciUnit pci;
  pci.add(pci_bridge(4, 1));
  pci.add(pci_ethernet(1, 3));
  CHECK(pci.read(type0(4, 0x18)) == 0x00010100);
  CHECK(pci.write(type0(4, 0x18), 0x00020200));
  CHECK(!pci.read(type1(1, 3, 0)));
  CHECK(pci.write(type0(4, 0x18), 0x00010100));
  CHECK(pci.read(type1(1, 3, 0)) == 0x12298086);
}

TEST_CASE("PCI devices keep what drivers write and have no windows") {
  PciUnit pci;
  pci.add(pci_bridge(0, 1));
  pci.add(pci_ethernet(1, 0));
  const uint32_t device = type1(1, 0, 0);
  for (unsigned reg = 0; reg < 0x100; reg += 4)
    CHECK(pci.write(device + reg, 0xffffffff));
  CHECK(pci.read(device) == 0x12298086);
  CHECK(pci.read(device + 0x04) == 0xffff);
  CHECK(pci.read(device + 0x08) == 0x02000008);
  CHECK(pci.read(device + 0x0c) == 0xffff);
  for (unsigned reg = 0x10; reg < 0x3c; reg += 4)
    CHECK(pci.read(device + reg) == 0);
  CHECK(pci.read(device + 0x3c) == 0xff);
  CHECK(pci.read(device + 0xfc) == 0);
}

TEST_CASE("the CPLD of the IXDP2400 has the clock of the peripherals") {
  Ixdp2400 board(50'000'000);
  constexpr uint32_t kBase = 0xc7000000;
  const auto read = [&](uint32_t offset) { return board.read(kBase + offset).value(); };
  constexpr uint32_t kDivisors[] = {2, 4, 8, 16, 1, 2, 4, 8};
  CHECK(3'125'000 * read(0x14) / kDivisors[read(0x18)] == 50'000'000);
  CHECK(read(0x0c) == 0);
  CHECK(board.write(kBase + 0x48, 0xffffff55, 0, 32));
  CHECK(read(0x48) == 0x55);
  CHECK(board.write(kBase + 0x0c, 1, 0, 32));
  CHECK(board.write(kBase + 0x14, 1, 0, 32));
  CHECK(read(0x0c) == 0);
  CHECK(read(0x14) == 16);
  CHECK(!board.write(kBase + 0x48, 1, 8, 8));
  CHECK(board.has(kBase + 0x48));
  CHECK(!board.has(kBase + 0x4c));
  CHECK(!board.has(kBase - 4));
}
