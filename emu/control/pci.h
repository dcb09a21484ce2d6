// The PCI unit of the control core, and devices on its buses that have configuration registers
// only. Registers as Linux 2.6 uses them on the hardware (arch/arm/mach-ixp2000/pci.c).
//
//   0xde000000  configuration registers of the chip, 0xdf000000 its PCI CSRs
//   0xda000000  configuration cycles of type 0: bits 23..16 select one of eight slots of bus 0
//   0xdb000000  type 1: bits 23..16 bus, 15..11 slot; a bridge passes on cycles of its bus
// A cycle that no device answers is an abort.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

namespace ixp::control {

// A device with one function, and its first 16 configuration registers; the others read 0.
struct PciDevice {
  unsigned bus = 0, slot = 0;
  std::array<uint32_t, 16> registers{};

  bool is_bridge() const;
  uint32_t read(unsigned reg) const { return reg < registers.size() ? registers[reg] : 0; }
  void write(unsigned reg, uint32_t value);
};

// A bridge to `secondary`, as firmware leaves it, and an Ethernet controller. Both without windows.
PciDevice pci_bridge(unsigned slot, unsigned secondary);
PciDevice pci_ethernet(unsigned bus, unsigned slot);

class PciUnit {
public:
  static constexpr uint32_t kConfiguration = 0xde000000, kControl = 0xdf000000, kBytes = 0x1000;
  static constexpr uint32_t kCycles = 0xda000000, kCyclesEnd = 0xdc000000;

  void add(const PciDevice& device) { devices_.push_back(device); }
  std::optional<uint32_t> read(uint32_t address);
  bool write(uint32_t address, uint32_t value);

private:
  PciDevice* device_at(uint32_t address); // of a configuration cycle; null: an abort

  std::vector<PciDevice> devices_;
  std::unordered_map<uint32_t, uint32_t> registers_; // those written
  bool master_abort_ = false;                        // bit 29 of the command and status register
};

} // namespace ixp::control
