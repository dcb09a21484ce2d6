#include "emu/control/board.h"

#include <utility>

namespace ixp::control {

namespace {

constexpr uint32_t kBridge = 0xc5000000, kEthernet = 0xc6000000, kEthernetBytes = 0x400000;

// Registers of a PM3386; the distance between registers of its two ports is kPort.
constexpr uint32_t kIdentity = 0x000, kIngressReset = 0x103, kEgressReset = 0x203, kPort = 0x100;
constexpr uint32_t kAddressLow = 0x308, kLinkStatus = 0x31a, kSnapshot = 0x500;
constexpr uint32_t kRxFrames = 0x510, kRxBytes = 0x514, kTxFrames = 0x590, kTxBytes = 0x594;
constexpr uint16_t kPm3386 = 0x3386, kIngressReady = 0x80, kEgressReady = 0x0c, kLinkUp = 0x02,
                   kBusy = 0x01;

uint16_t as_read(uint32_t reg, uint16_t written) {
  switch (reg) {
  case kIdentity: return kPm3386;
  case kIngressReset: return written | kIngressReady;
  case kEgressReset: return written | kEgressReady;
  case kLinkStatus:
  case kLinkStatus + kPort: return written | kLinkUp;
  case kSnapshot:
  case kSnapshot + kPort: return written & ~kBusy;
  default: return written;
  }
}

} // namespace

Enp2611::Enp2611(ReadTraffic traffic) : traffic_(std::move(traffic)) {
  // Locally administered addresses 02:00:00:00:01:PORT, lowest byte first.
  for (unsigned port = 0; port < kPorts; ++port) {
    const uint32_t reg = kAddressLow + (port & 1) * kPort;
    ethernet_[port / 2][reg] = 0x0002;
    ethernet_[port / 2][reg + 2] = static_cast<uint16_t>(port << 8 | 0x01);
  }
}

std::optional<uint32_t> Enp2611::read(uint32_t address) const {
  if (const uint32_t at = (address - kBridge) & ~3u; address >= kBridge && at < bridge_.size())
    return uint32_t{bridge_[at]} << 24 | bridge_[at + 1] << 16 | bridge_[at + 2] << 8 |
           bridge_[at + 3];
  const uint32_t chip = (address - kEthernet) / kEthernetBytes;
  const uint32_t reg = (address - kEthernet) % kEthernetBytes / 4 * 2;
  if (address < kEthernet || chip >= 2 || reg >= ethernet_[chip].size()) return std::nullopt;
  return uint32_t{as_read(reg, ethernet_[chip][reg])} << 16 |
         as_read(reg + 1, ethernet_[chip][reg + 1]);
}

bool Enp2611::write(uint32_t address, uint32_t value, unsigned shift, unsigned bits) {
  if (const uint32_t at = (address - kBridge) & ~3u; address >= kBridge && at < bridge_.size()) {
    if (bits == 8) bridge_[at + 3 - shift / 8] = static_cast<uint8_t>(value);
    return bits == 8;
  }
  const uint32_t chip = (address - kEthernet) / kEthernetBytes;
  const uint32_t reg = (address - kEthernet) % kEthernetBytes / 4 * 2;
  if (address < kEthernet || chip >= 2 || reg >= ethernet_[chip].size() || bits != 16) return false;
  const uint32_t written = reg + (shift ? 0 : 1);
  ethernet_[chip][written] = static_cast<uint16_t>(value);
  if (written == kSnapshot || written == kSnapshot + kPort)
    take_snapshot(chip, written - kSnapshot);
  return true;
}

// Copies the counters of a port into registers: 16 bits each, the lowest first.
void Enp2611::take_snapshot(uint32_t chip, uint32_t distance) {
  const unsigned port = 2 * chip + distance / kPort;
  if (port >= kPorts) return;
  const Traffic t = traffic_(port);
  const auto put = [&](uint32_t reg, uint64_t value) {
    for (unsigned i = 0; i < 3; ++i)
      ethernet_[chip][reg + distance + i] = static_cast<uint16_t>(value >> 16 * i);
  };
  put(kRxFrames, t.rx_frames), put(kRxBytes, t.rx_bytes);
  put(kTxFrames, t.tx_frames), put(kTxBytes, t.tx_bytes);
}

// Numbers of registers of the CPLD.
enum Cpld : uint8_t { kCpldInterrupts = 3, kClockM = 5, kClockN = 6 };

// Linux computes 3.125 MHz * M / divisor, with the divisor 1 for N = 4.
Ixdp2400::Ixdp2400(uint64_t peripheral_hz) {
  registers_[kClockM] = static_cast<uint8_t>(peripheral_hz / 3'125'000);
  registers_[kClockN] = 4;
}

std::optional<uint32_t> Ixdp2400::read(uint32_t address) const {
  return registers_[(address - kBase) / 4];
}

bool Ixdp2400::write(uint32_t address, uint32_t value, unsigned shift, unsigned) {
  const uint32_t reg = (address - kBase) / 4;
  const bool read_only = reg >= kCpldInterrupts && reg <= kClockN;
  if (shift == 0 && !read_only) registers_[reg] = static_cast<uint8_t>(value);
  return shift == 0;
}

} // namespace ixp::control
