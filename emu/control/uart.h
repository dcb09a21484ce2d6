// The UART (physical 0xc0030000): registers of a 16450, 4 bytes apart, in the lowest byte of a
// longword (Linux). Data are sent at once and collected in sent(): no line rate is modelled, and
// the transmitter is always empty. Received bytes are lines of a script, one after each prompt, and
// bytes typed at known ticks. No byte is lost: the receiver has no limit.
#pragma once

#include "emu/kernel/time.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ixp::control {

// Input typed at the console: bytes, each with the tick at which the UART receives it. `ixpemu run
// --console` records it as typed.txt, and `typed` of [xscale] replays that file.
//
// A line has a tick and the bytes in hexadecimal: "40001 6c730a". The last line may be "80001 end",
// the end of standard input, or "80001 quit", which also ends the run. Lines with # are comments.
struct Typed {
  struct Piece {
    Tick at;
    std::string bytes;
  };
  std::vector<Piece> pieces; // in order of ticks
  Tick end = kNever;         // no bytes from this tick on
  bool quits = false;        // the run ends too

  bool is_open(Tick now) const { return now < end; }
};

// Throws InputError file:line.
Typed parse_typed(std::string_view text, const std::string& file_name);
std::string to_text(const Typed& typed);

class Uart {
public:
  std::optional<uint32_t> read(uint32_t offset);
  bool write(uint32_t offset, uint32_t value);
  bool interrupt() const {
    return interrupt_enable_ & (kTransmitterEmpty | (received_.empty() ? 0 : kDataAvailable));
  }

  // Types a line of `script` whenever the bytes sent end with `prompt`.
  void type(std::string script, std::string prompt) {
    script_ = std::move(script), prompt_ = std::move(prompt), scripted_ = 0;
  }
  // Input with ticks: complete, or extended during the run by typed()->pieces, for later ticks.
  void type(Typed typed) { typed_ = std::move(typed); }
  Typed* typed() { return typed_ ? &*typed_ : nullptr; } // null without such input
  const Typed* typed() const { return typed_ ? &*typed_ : nullptr; }
  // Receives the bytes typed up to `now`.
  void settle(Tick now);
  Tick next() const; // tick of the next typed byte; kNever

  // Called with each byte as it is sent.
  void on_sent(std::function<void(char)> notify) { notify_ = std::move(notify); }

  std::string_view script() const { return std::string_view(script_).substr(scripted_); } // rest
  const std::string& sent() const { return sent_; } // since construction

private:
  // Bits of the interrupt enable register.
  static constexpr uint8_t kDataAvailable = 1 << 0, kTransmitterEmpty = 1 << 1;
  void send(char byte);
  void arrive(std::string_view bytes) {
    received_.insert(received_.end(), bytes.begin(), bytes.end());
  }
  uint8_t receive();

  uint8_t interrupt_enable_ = 0, line_control_ = 0, modem_control_ = 0, scratch_ = 0;
  uint16_t divisor_ = 0;
  std::string sent_;
  std::string script_, prompt_;
  size_t scripted_ = 0; // bytes of script_ that were typed
  std::optional<Typed> typed_;
  size_t taken_ = 0;          // pieces of typed_ that were received
  std::deque<char> received_; // bytes that the program has not read
  std::function<void(char)> notify_;
};

} // namespace ixp::control
