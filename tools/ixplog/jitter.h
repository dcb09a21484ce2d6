// ixplog jitter: variation of the delay of a flow's frames.
//
//   range     maximum minus minimum delay
//   change    mean of |D|, D the difference of delay between a frame and the previous one of its
//             flow, in order of departure
//   rfc3550   J <- J + (|D| - J) / 16 (RFC 3550, 6.4.1), after the last frame
//
// A category's range is over all its frames; its change and rfc3550 are the means of its flows'
// with two frames or more. Other flows have no change and no rfc3550.
// Frames without a flow are grouped by transmit port.
#pragma once

#include "tools/ixplog/passages.h"
#include "tools/ixplog/table.h"

#include <optional>

namespace ixp {

struct Jitter {
  std::string kind, name;                        // "port", "flow", "category"
  uint64_t frames = 0, range = 0, reordered = 0; // cycles; frames that overtook one of their flow
  std::optional<double> change = {}, rfc3550 = {}, max_rfc3550 = {}; // cycles
};

struct JitterReport {
  uint64_t me_hz = 0;
  std::vector<Jitter> rows;
};

Jitter jitter_of(const Group& group);
JitterReport measure_jitter(const Passages& passages, const FlowFile* flows);
std::string print_jitter(const JitterReport& report, Format format); // ns; CSV and JSON too

} // namespace ixp
