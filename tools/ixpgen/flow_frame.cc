#include "tools/ixpgen/flow_frame.h"

#include "rings/flow.h"

#include <algorithm>
#include <cassert>

namespace ixp {

namespace {
constexpr unsigned kTypeAt = 12, kIpAt = 14, kIpBytes = 20, kProtocolAt = 23, kChecksumAt = 24;
constexpr unsigned kIpv4 = 0x0800, kVersionAndLength = 0x45, kUdp = 17;

void put16(std::span<uint8_t> frame, unsigned at, unsigned value) {
  frame[at] = static_cast<uint8_t>(value >> 8);
  frame[at + 1] = static_cast<uint8_t>(value);
}
unsigned get16(std::span<const uint8_t> frame, unsigned at) {
  return unsigned{frame[at]} << 8 | frame[at + 1];
}

void put_mac(std::span<uint8_t> frame, unsigned at, uint8_t port, uint8_t host) {
  const uint8_t mac[] = {2, 0, 0, 0, port, host};
  std::ranges::copy(mac, frame.begin() + at);
}

unsigned ip_checksum(std::span<const uint8_t> header) {
  unsigned sum = 0;
  for (unsigned i = 0; i < kIpBytes; i += 2)
    sum += get16(header, i);
  sum = (sum & 0xffff) + (sum >> 16);
  sum += sum >> 16;
  return ~sum & 0xffff;
}

void put_ip(const FlowFrameSpec& s, std::span<uint8_t> frame) {
  constexpr unsigned kDontFragment = 0x4000, kTtl = 64;
  frame[kIpAt] = kVersionAndLength;
  frame[FLOW_RESIZE_AT] = s.resized_percent;
  put16(frame, kIpAt + 2, static_cast<unsigned>(frame.size() - kIpAt));
  put16(frame, FLOW_SEQUENCE_LOW_AT, s.sequence & 0xffff);
  put16(frame, kIpAt + 6, kDontFragment);
  frame[kIpAt + 8] = kTtl;
  frame[kProtocolAt] = kUdp;
  put16(frame, kChecksumAt, 0);
  frame[FLOW_IN_PORT_AT - 1] = FLOW_ADDRESS_NET;
  frame[FLOW_IN_PORT_AT] = s.in_port;
  put16(frame, FLOW_NUMBER_AT, s.flow);
  frame[FLOW_OUT_PORT_AT - 1] = FLOW_ADDRESS_NET;
  frame[FLOW_OUT_PORT_AT] = s.out_port;
  put16(frame, FLOW_SEQUENCE_HIGH_AT, s.sequence >> 16);
  put16(frame, kChecksumAt, ip_checksum(frame.subspan(kIpAt)));
}
} // namespace

void write_flow_frame(const FlowFrameSpec& s, std::span<uint8_t> frame) {
  assert(frame.size() >= FLOW_FRAME_BYTES_MIN);
  put_mac(frame, 0, s.in_port, 1);
  put_mac(frame, 6, s.in_port, 2);
  put16(frame, kTypeAt, kIpv4);
  put_ip(s, frame);
  put16(frame, FLOW_MARK_AT, FLOW_MARK);
  put16(frame, FLOW_WORK_AT, s.work);
  put16(frame, FLOW_WORK_AT + 2, static_cast<unsigned>(frame.size() - kIpAt - kIpBytes));
  put16(frame, FLOW_WORK_AT + 4, 0);
  for (size_t i = FLOW_FRAME_BYTES_MIN; i < frame.size(); ++i)
    frame[i] = static_cast<uint8_t>(s.sequence + (i - FLOW_FRAME_BYTES_MIN));
}

std::optional<FlowFrame> read_flow_frame(std::span<const uint8_t> frame) {
  if (frame.size() < FLOW_WORK_AT + 2 || get16(frame, kTypeAt) != kIpv4 ||
      frame[kIpAt] != kVersionAndLength || frame[kProtocolAt] != kUdp ||
      get16(frame, FLOW_MARK_AT) != FLOW_MARK || frame[FLOW_IN_PORT_AT - 1] != FLOW_ADDRESS_NET)
    return {};
  FlowFrame f;
  f.flow = static_cast<uint16_t>(get16(frame, FLOW_NUMBER_AT));
  f.work = static_cast<uint16_t>(get16(frame, FLOW_WORK_AT));
  f.sequence = get16(frame, FLOW_SEQUENCE_HIGH_AT) << 16 | get16(frame, FLOW_SEQUENCE_LOW_AT);
  return f;
}

} // namespace ixp
