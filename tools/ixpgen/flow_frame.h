// Frames that contain the number of their flow: rings/flow.h in C++.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace ixp {

struct FlowFrame {
  uint16_t flow = 0, work = 0; // work: cycles
  uint32_t sequence = 0;
};

struct FlowFrameSpec : FlowFrame {
  uint8_t in_port = 0, out_port = 0;
  uint8_t resized_percent = 0; // 0: processing does not change the frame's length
};

// Fills all of `frame` (FLOW_FRAME_BYTES_MIN bytes or more).
void write_flow_frame(const FlowFrameSpec& spec, std::span<uint8_t> frame);
// Empty if the bytes are no such frame, or end before its fields. 38 bytes are enough.
std::optional<FlowFrame> read_flow_frame(std::span<const uint8_t> frame);

} // namespace ixp
