// Devices of a board on the slowport of the control core, and the PCI unit without a device behind
// it. Registers as Linux 2.6 uses them on the hardware (arch/arm/mach-ixp2000,
// drivers/net/ixp2000).
//
//   0xc0080000  slowport: 11 configuration registers, which keep the value written
//   0xde000000  PCI configuration registers of the chip, 0xdf000000 its PCI CSRs
//   0xda000000  configuration cycles of both types: aborts, since no device answers
//   ENP-2611:
//   0xc5000000  SPI-3 bridge: 32 registers of 8 bits
//   0xc6000000  PM3386 with Ethernet ports 0 and 1, 0xc6400000 with port 2: registers of 16 bits,
//   two
//               in a longword. Links are always up; frames enter and leave through [port.N]
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <unordered_map>

namespace ixp::control {

// Configuration and control registers of the PCI unit, by physical address.
class PciUnit {
public:
  static constexpr uint32_t kConfiguration = 0xde000000, kControl = 0xdf000000, kBytes = 0x1000;
  static constexpr uint32_t kCycles = 0xda000000, kCyclesEnd = 0xdc000000;

  std::optional<uint32_t> read(uint32_t address);
  bool write(uint32_t address, uint32_t value);

private:
  std::unordered_map<uint32_t, uint32_t> registers_; // those written
  bool master_abort_ = false;                        // bit 29 of the command and status register
};

// The ENP-2611's devices between slowport and ports.
class Enp2611 {
public:
  static constexpr uint32_t kBase = 0xc5000000, kEnd = 0xc6800000;
  static constexpr uint32_t kMachine = 356; // number by which Linux knows the board
  static constexpr unsigned kPorts = 3;

  // Frames and bytes that a port has received and transmitted.
  struct Traffic {
    uint64_t rx_frames = 0, rx_bytes = 0, tx_frames = 0, tx_bytes = 0;
  };
  using ReadTraffic = std::function<Traffic(unsigned port)>;

  explicit Enp2611(ReadTraffic traffic);
  // The longword at an address; nothing where no register is.
  std::optional<uint32_t> read(uint32_t address) const;
  // Part of a longword: `bits` bits, `shift` above the lowest. False: no register, or a wrong
  // width.
  bool write(uint32_t address, uint32_t value, unsigned shift, unsigned bits);

private:
  void take_snapshot(uint32_t chip, uint32_t distance);

  ReadTraffic traffic_;
  std::array<uint8_t, 32> bridge_{};
  std::array<std::array<uint16_t, 0x800>, 2> ethernet_{}; // by chip, register
};

} // namespace ixp::control
