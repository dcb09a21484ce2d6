#include "emu/control/uart.h"

namespace ixp::control {

namespace {
// By number, the offset divided by 4. While kDivisorAccess is set, the first two are the divisor.
enum Register : uint32_t {
  kData,
  kInterruptEnable,
  kInterruptIdentity, // written: FIFO control
  kLineControl,
  kModemControl,
  kLineStatus,
  kModemStatus,
  kScratchPad
};
constexpr uint8_t kDivisorAccess = 1 << 7; // of the line control register
constexpr uint8_t kNothingPending = 1, kWantsByte = 2;
constexpr uint8_t kEmpty = 0x60; // line status: transmitter and its holding register
} // namespace

std::optional<uint32_t> Uart::read(uint32_t offset) const {
  if (offset % 4) return std::nullopt;
  const bool divisor = line_control_ & kDivisorAccess;
  switch (offset / 4) {
  case kData: return divisor ? divisor_ & 0xff : 0;
  case kInterruptEnable: return divisor ? divisor_ >> 8 : interrupt_enable_;
  case kInterruptIdentity: return interrupt() ? kWantsByte : kNothingPending;
  case kLineControl: return line_control_;
  case kModemControl: return modem_control_;
  case kLineStatus: return kEmpty;
  case kModemStatus: return 0;
  case kScratchPad: return scratch_;
  default: return std::nullopt;
  }
}

bool Uart::write(uint32_t offset, uint32_t value) {
  if (offset % 4) return false;
  const auto byte = static_cast<uint8_t>(value);
  const bool divisor = line_control_ & kDivisorAccess;
  switch (offset / 4) {
  case kData:
    if (divisor)
      divisor_ = static_cast<uint16_t>((divisor_ & 0xff00) | byte);
    else
      sent_ += static_cast<char>(byte);
    return true;
  case kInterruptEnable:
    if (divisor)
      divisor_ = static_cast<uint16_t>((divisor_ & 0xff) | byte << 8);
    else
      interrupt_enable_ = byte;
    return true;
  case kLineControl: line_control_ = byte; return true;
  case kModemControl: modem_control_ = byte; return true;
  case kScratchPad: scratch_ = byte; return true;
  default: return offset / 4 <= kScratchPad; // status registers are read only
  }
}

} // namespace ixp::control
