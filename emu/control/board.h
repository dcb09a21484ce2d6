// Devices of a board on the slowport of the control core. Registers as Linux 2.6 uses them on the
// hardware (arch/arm/mach-ixp2000, drivers/net/ixp2000).
//
//   ENP-2611:
//   0xc5000000  SPI-3 bridge: 32 registers of 8 bits
//   0xc6000000  PM3386 with Ethernet ports 0 and 1, 0xc6400000 with port 2: registers of 16 bits,
//               two in a longword. Links are always up; frames enter and leave through [port.N]
//   IXDP2400:
//   0xc7000000  CPLD: registers of 8 bits, each in a longword
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>

namespace ixp::control {

class Board {
public:
  virtual ~Board() = default;
  virtual bool has(uint32_t address) const = 0;
  // The longword at an address; nothing where no register is.
  virtual std::optional<uint32_t> read(uint32_t address) const = 0;
  // Part of a longword: `bits` bits, `shift` above the lowest. False: no register, or a wrong
  // width.
  virtual bool write(uint32_t address, uint32_t value, unsigned shift, unsigned bits) = 0;
};

// The ENP-2611's devices between slowport and ports.
class Enp2611 final : public Board {
public:
  static constexpr unsigned kPorts = 3;

  // Frames and bytes that a port has received and transmitted.
  struct Traffic {
    uint64_t rx_frames = 0, rx_bytes = 0, tx_frames = 0, tx_bytes = 0;
  };
  using ReadTraffic = std::function<Traffic(unsigned port)>;

  explicit Enp2611(ReadTraffic traffic);
  bool has(uint32_t address) const override {
    return address >= 0xc5000000 && address < 0xc6800000;
  }
  std::optional<uint32_t> read(uint32_t address) const override;
  bool write(uint32_t address, uint32_t value, unsigned shift, unsigned bits) override;

private:
  void take_snapshot(uint32_t chip, uint32_t distance);

  ReadTraffic traffic_;
  std::array<uint8_t, 32> bridge_{};
  std::array<std::array<uint16_t, 0x800>, 2> ethernet_{}; // by chip, register
};

// The IXDP2400's CPLD. Two registers give the clock of the peripherals; interrupts of its devices
// never occur.
class Ixdp2400 final : public Board {
public:
  explicit Ixdp2400(uint64_t peripheral_hz);
  bool has(uint32_t address) const override { return address >= kBase && address < kBase + kBytes; }
  std::optional<uint32_t> read(uint32_t address) const override;
  bool write(uint32_t address, uint32_t value, unsigned shift, unsigned bits) override;

private:
  static constexpr uint32_t kBase = 0xc7000000, kBytes = 0x4c;
  std::array<uint8_t, kBytes / 4> registers_{};
};

} // namespace ixp::control
