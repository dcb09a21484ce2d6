#include "emu/control/uart.h"

#include "base/diagnostic.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>

namespace ixp::control {

namespace {

template <class Number> bool parse(std::string_view text, Number& number, int base) {
  const char* last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, number, base);
  return error == std::errc{} && end == last;
}

bool parse_bytes(std::string_view text, std::string& bytes) {
  for (; !text.empty(); text.remove_prefix(2)) {
    uint8_t byte = 0;
    if (text.size() < 2 || !parse(text.substr(0, 2), byte, 16)) return false;
    bytes += static_cast<char>(byte);
  }
  return !bytes.empty();
}

void parse_line(std::string_view line, Typed& typed, const SourceLocation& where) {
  const auto fail = [&](const char* expected) {
    throw InputError(where, fmt::format("'{}', expected {}", line, expected));
  };
  if (typed.end != kNever) fail("nothing after 'end' or 'quit'");
  const size_t space = std::min(line.find(' '), line.size());
  const std::string_view word = line.substr(std::min(space + 1, line.size()));
  Typed::Piece piece{};
  if (!parse(line.substr(0, space), piece.at, 10) || piece.at == kNever)
    fail("a tick and bytes in hexadecimal, e.g. 40001 6c730a");
  if (!typed.pieces.empty() && piece.at < typed.pieces.back().at)
    fail("a tick that is not before that of the line above");
  typed.quits = word == "quit";
  if (typed.quits || word == "end")
    typed.end = piece.at;
  else if (parse_bytes(word, piece.bytes))
    typed.pieces.push_back(std::move(piece));
  else
    fail("bytes in hexadecimal after the tick, e.g. 40001 6c730a; or 'end' or 'quit'");
}

} // namespace

Typed parse_typed(std::string_view text, const std::string& file_name) {
  Typed typed;
  for (unsigned number = 1; !text.empty(); ++number) {
    const size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    if (!line.empty() && line[0] != '#') parse_line(line, typed, {file_name, number, 1});
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return typed;
}

std::string to_text(const Typed& typed) {
  std::string out;
  for (const Typed::Piece& piece : typed.pieces) {
    out += fmt::format("{} ", piece.at);
    for (const char c : piece.bytes)
      out += fmt::format("{:02x}", static_cast<uint8_t>(c));
    out += '\n';
  }
  if (typed.end != kNever) out += fmt::format("{} {}\n", typed.end, typed.quits ? "quit" : "end");
  return out;
}

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
  const std::string_view left = script();
  if (left.empty() || !sent_.ends_with(prompt_)) return;
  const size_t line = std::min(left.find('\n'), left.size() - 1) + 1;
  arrive(left.substr(0, line));
  scripted_ += line;
}

void Uart::settle(Tick now) {
  while (next() <= now && next() != kNever)
    arrive(typed_->pieces[taken_++].bytes);
}

Tick Uart::next() const {
  return typed_ && taken_ < typed_->pieces.size() ? typed_->pieces[taken_].at : kNever;
}

uint8_t Uart::receive() {
  if (received_.empty()) return 0;
  const auto byte = static_cast<uint8_t>(received_.front());
  received_.pop_front();
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
