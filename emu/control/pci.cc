#include "emu/control/pci.h"

#include <algorithm>

namespace ixp::control {

namespace {

constexpr uint32_t kCommandStatus = PciUnit::kConfiguration + 4, kReceivedMasterAbort = 1u << 29;
constexpr uint32_t kTypeOne = 0xdb000000;

// Configuration registers by number.
enum ConfigurationRegister : uint8_t {
  kDeviceIdentity,
  kCommand,
  kClassCode,
  kHeaderType,
  kBusNumbers = 6
};
constexpr uint32_t kHeaderOfBridge = 1u << 16;

// Bits that a write changes: command, latency and line size, interrupt line, bridge control. The
// status bits that a write clears are 0 already. Base addresses read 0: the device has none.
constexpr uint32_t writable(unsigned reg, bool bridge) {
  switch (reg) {
  case kCommand:
  case kHeaderType: return 0x0000ffff;
  case kBusNumbers: return bridge ? 0xffffffff : 0;
  case 15: return bridge ? 0xffff00ff : 0x000000ff;
  default: return 0;
  }
}

} // namespace

bool PciDevice::is_bridge() const {
  return registers[kHeaderType] & kHeaderOfBridge;
}

void PciDevice::write(unsigned reg, uint32_t value) {
  if (reg >= registers.size()) return;
  const uint32_t mask = writable(reg, is_bridge());
  registers[reg] = (registers[reg] & ~mask) | (value & mask);
}

// Intel's 21154.
PciDevice pci_bridge(unsigned slot, unsigned secondary) {
  PciDevice d{.slot = slot};
  d.registers[kDeviceIdentity] = 0x00261011;
  d.registers[kClassCode] = 0x06040000;
  d.registers[kHeaderType] = kHeaderOfBridge;
  d.registers[kBusNumbers] = secondary << 16 | secondary << 8;
  return d;
}

// Intel's 82559.
PciDevice pci_ethernet(unsigned bus, unsigned slot) {
  PciDevice d{.bus = bus, .slot = slot};
  d.registers[kDeviceIdentity] = 0x12298086;
  d.registers[kClassCode] = 0x02000008;
  return d;
}

PciDevice* PciUnit::device_at(uint32_t address) {
  const bool passed_on = address >= kTypeOne;
  const uint32_t field = address >> 16 & 0xff; // the bus, or one bit of a slot
  const auto answers = [&](const PciDevice& d) {
    if (!passed_on) return d.bus == 0 && field == 1u << d.slot;
    return d.bus == field && d.slot == (address >> 11 & 31);
  };
  const auto passes = [&](const PciDevice& d) {
    return d.is_bridge() && (d.registers[kBusNumbers] >> 8 & 0xff) == field;
  };
  if (address >> 8 & 7 || (passed_on && std::ranges::none_of(devices_, passes))) return nullptr;
  const auto found = std::ranges::find_if(devices_, answers);
  return found == devices_.end() ? nullptr : &*found;
}

std::optional<uint32_t> PciUnit::read(uint32_t address) {
  if (address >= kCycles && address < kCyclesEnd) {
    if (const PciDevice* d = device_at(address)) return d->read(address >> 2 & 63);
    master_abort_ = true;
    return std::nullopt;
  }
  const auto written = registers_.find(address);
  const uint32_t value = written == registers_.end() ? 0 : written->second;
  return address == kCommandStatus && master_abort_ ? value | kReceivedMasterAbort : value;
}

bool PciUnit::write(uint32_t address, uint32_t value) {
  if (address >= kCycles && address < kCyclesEnd) {
    PciDevice* d = device_at(address);
    d ? d->write(address >> 2 & 63, value) : void(master_abort_ = true);
    return d;
  }
  if (address == kCommandStatus && value & kReceivedMasterAbort) { // a written one clears
    master_abort_ = false;
    value &= ~kReceivedMasterAbort;
  }
  registers_[address] = value;
  return true;
}

} // namespace ixp::control
