// C-frames of CSIX-L1 (Common Switch Interface, Network Processing Forum): transferred between a
// network processor and a switch fabric; bytes in transmission order.
//
//   base header 2 | extension header 4, but for idle and flow control | payload 1 to 256, none in
//   an idle C-frame | padding with zeros to whole CWords | vertical parity 2
//
// A CWord has 4 bytes. Base header: [15] data ready, [14] control ready, [13:10] type, [9] CR,
// [8] P, [7:0] bytes of payload, 0 = 256. The exclusive or of all 16-bit halves, parity among them,
// is 0xffff, so an idle C-frame is 0x0000ffff (IXP2800 HRM sections 8.2.8 and 8.5.2.1). The order
// of the ready bits, and the types without extension header, are assumed.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace ixp {

enum class CFrameType : uint8_t {
  Idle,
  Unicast,
  MulticastMask,
  MulticastId,
  MulticastCopy, // binary
  Broadcast,
  FlowControl,
  CommandStatus, // 8 to 15 are reserved
};
constexpr unsigned kCFrameTypes = 16;
constexpr unsigned kCWordBytes = 4;
constexpr unsigned kMostPayload = 256;
constexpr unsigned kMostCFrameBytes = 2 + 4 + kMostPayload + 2;

struct CFrameHeader {
  CFrameType type = CFrameType::Idle;
  bool control_ready = true, data_ready = true;
  bool cr = false, p = false; // reserved; private
  unsigned payload = 0;       // bytes: 0 if idle, else 1 to 256
  uint32_t extension = 0;
};

constexpr bool has_extension(CFrameType t) {
  return t != CFrameType::Idle && t != CFrameType::FlowControl;
}
// Size of a whole C-frame.
unsigned cframe_bytes(CFrameType type, unsigned payload);

uint16_t base_header(const CFrameHeader& header);
CFrameHeader read_base_header(uint16_t word);

// Builds a C-frame from its parts; `payload` has header.payload bytes.
std::vector<uint8_t> make_cframe(const CFrameHeader& header, std::span<const uint8_t> payload);
// Sets the vertical parity of a whole C-frame.
void seal(std::span<uint8_t> frame);

// Received bytes, interpreted as a C-frame; they may be anything.
struct CFrame {
  CFrameHeader header;
  std::span<const uint8_t> payload; // the received part, at most the length in the header
  bool headless = false;            // too short for its headers and parity
  bool length_error = false;        // length differs from the header
  bool parity_error = false;        // vertical
};
CFrame read_cframe(std::span<const uint8_t> bytes);

} // namespace ixp
