#include "emu/media/cframe.h"

#include <algorithm>
#include <cassert>

namespace ixp {

static constexpr unsigned kBaseBytes = 2, kExtensionBytes = 4, kParityBytes = 2;

static unsigned header_bytes(CFrameType type) {
  return kBaseBytes + (has_extension(type) ? kExtensionBytes : 0);
}

unsigned cframe_bytes(CFrameType type, unsigned payload) {
  const unsigned bytes = header_bytes(type) + payload + kParityBytes;
  return (bytes + kCWordBytes - 1) / kCWordBytes * kCWordBytes;
}

uint16_t base_header(const CFrameHeader& h) {
  return static_cast<uint16_t>(h.data_ready << 15 | h.control_ready << 14 |
                               static_cast<unsigned>(h.type) << 10 | h.cr << 9 | h.p << 8 |
                               (h.payload & 0xff));
}

CFrameHeader read_base_header(uint16_t word) {
  CFrameHeader h;
  h.type = static_cast<CFrameType>(word >> 10 & 15);
  h.data_ready = word >> 15 & 1;
  h.control_ready = word >> 14 & 1;
  h.cr = word >> 9 & 1;
  h.p = word >> 8 & 1;
  h.payload = word & 0xff;
  if (h.payload == 0 && h.type != CFrameType::Idle) h.payload = kMostPayload;
  return h;
}

static uint16_t half(std::span<const uint8_t> bytes, size_t at) {
  return static_cast<uint16_t>(bytes[at] << 8 | bytes[at + 1]);
}

static void put_half(std::span<uint8_t> bytes, size_t at, unsigned value) {
  bytes[at] = static_cast<uint8_t>(value >> 8);
  bytes[at + 1] = static_cast<uint8_t>(value);
}

// Exclusive or of the 16-bit halves of an even number of bytes.
static uint16_t vertical(std::span<const uint8_t> bytes) {
  uint16_t sum = 0;
  for (size_t at = 0; at + 1 < bytes.size(); at += 2)
    sum ^= half(bytes, at);
  return sum;
}

void seal(std::span<uint8_t> frame) {
  const size_t at = frame.size() - kParityBytes;
  put_half(frame, at, ~unsigned{vertical(frame.first(at))});
}

std::vector<uint8_t> make_cframe(const CFrameHeader& h, std::span<const uint8_t> payload) {
  assert(payload.size() == h.payload);
  std::vector<uint8_t> frame(cframe_bytes(h.type, h.payload));
  put_half(frame, 0, base_header(h));
  if (has_extension(h.type)) {
    put_half(frame, 2, h.extension >> 16);
    put_half(frame, 4, h.extension);
  }
  std::ranges::copy(payload, frame.begin() + header_bytes(h.type));
  seal(frame);
  return frame;
}

CFrame read_cframe(std::span<const uint8_t> bytes) {
  CFrame f;
  if (bytes.size() < kBaseBytes + kParityBytes) {
    f.headless = f.length_error = true;
    return f;
  }
  f.header = read_base_header(half(bytes, 0));
  f.length_error = bytes.size() != cframe_bytes(f.header.type, f.header.payload);
  f.parity_error = bytes.size() % 2 || vertical(bytes) != 0xffff;
  const unsigned before = header_bytes(f.header.type);
  if (bytes.size() < before + kParityBytes) {
    f.headless = true;
    return f;
  }
  if (has_extension(f.header.type))
    f.header.extension = uint32_t{half(bytes, 2)} << 16 | half(bytes, 4);
  const size_t there = bytes.size() - before - kParityBytes;
  f.payload = bytes.subspan(before, std::min<size_t>(there, f.header.payload));
  return f;
}

} // namespace ixp
