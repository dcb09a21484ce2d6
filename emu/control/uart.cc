#include "emu/control/uart.h"

#include <algorithm>

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
constexpr uint8_t kNothingPending = 1, kWantsByte = 2, kHasByte = 4;
constexpr uint8_t kDataReady = 0x01;
constexpr uint8_t kEmpty = 0x60; // line status: transmitter and its holding register
} // namespace

void Uart::send(char byte) {
  sent_ += byte;
  if (notify_) notify_(byte);
  if (script_.empty() || !sent_.ends_with(prompt_)) return;
  const size_t line = std::min(script_.find('\n'), script_.size() - 1) + 1;
  received_ += script_.substr(0, line);
  script_.erase(0, line);
}

void Uart::settle(Tick now) {
  while (next() <= now && next() != kNever)
    received_ += typed_->pieces[taken_++].bytes;
}

Tick Uart::next() const {
  return typed_ && taken_ < typed_->pieces.size() ? typed_->pieces[taken_].at : kNever;
}

uint8_t Uart::receive() {
  if (received_.empty()) return 0;
  const auto byte = static_cast<uint8_t>(received_.front());
  received_.erase(0, 1);
  return byte;
}

std::optional<uint32_t> Uart::read(uint32_t offset) {
  if (offset % 4) return std::nullopt;
  const bool divisor = line_control_ & kDivisorAccess;
  switch (offset / 4) {
  case kData: return divisor ? divisor_ & 0xff : receive();
  case kInterruptEnable: return divisor ? divisor_ >> 8 : interrupt_enable_;
  case kInterruptIdentity:
    if (!received_.empty() && interrupt_enable_ & kDataAvailable) return kHasByte;
    return interrupt() ? kWantsByte : kNothingPending;
  case kLineControl: return line_control_;
  case kModemControl: return modem_control_;
  case kLineStatus: return kEmpty | (received_.empty() ? 0 : kDataReady);
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
      send(static_cast<char>(byte));
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
