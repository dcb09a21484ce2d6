// The UART (physical 0xc0030000): registers of a 16550, 4 bytes apart, in the lowest byte of a
// longword (Linux). Data are sent at once and collected in sent(): no line rate is modelled, and
// the transmitter is always empty. Nothing is ever received.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace ixp::control {

class Uart {
public:
  std::optional<uint32_t> read(uint32_t offset) const;
  bool write(uint32_t offset, uint32_t value);
  bool interrupt() const { return interrupt_enable_ & kTransmitterEmpty; }

  const std::string& sent() const { return sent_; } // since construction

private:
  static constexpr uint8_t kTransmitterEmpty = 1 << 1; // of the interrupt enable register

  uint8_t interrupt_enable_ = 0, line_control_ = 0, modem_control_ = 0, scratch_ = 0;
  uint16_t divisor_ = 0;
  std::string sent_;
};

} // namespace ixp::control
