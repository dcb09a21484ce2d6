// Captures, packed or not: any bytes are frames or an InputError. Readers of frames accept any
// bytes: of headers (fabric, ixplog), and of C-frames.
#include "base/diagnostic.h"
#include "base/frames/fcs.h"
#include "emu/media/cframe.h"
#include "emu/media/stream_file.h"
#include "fabric/classify.h"
#include "tools/ixplog/flow_key.h"

#include <cstdlib>
#include <string>

// Every rule, by turns.
static ixp::FrameRules rules_of(size_t n) {
  ixp::FrameRules r;
  r.truncated = static_cast<ixp::FrameRules::Truncated>(n % 4);
  r.oversized = static_cast<ixp::FrameRules::Oversized>(n / 4 % 3);
  r.unordered = static_cast<ixp::FrameRules::Unordered>(n / 12 % 2);
  if (n / 24 % 2) r.ethernet_header.emplace();
  r.fcs = static_cast<ixp::Fcs>(n / 48 % 2);
  return r;
}

static void read_headers(const std::vector<uint8_t>& frame, ixp::fabric::FlowNumbers& flows) {
  const auto length = static_cast<uint32_t>(frame.size());
  if (ixp::fabric::classify(frame, length).cells == 0) std::abort();
  if (flows.number(frame) >= flows.count()) std::abort();
  ixp::PortLogLine line;
  line.data = frame;
  if (ixp::FlowKeys(nullptr).of(line, 0).name.empty()) std::abort();
  if (ixp::read_cframe(frame).payload.size() > frame.size()) std::abort();
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  constexpr size_t kMostFrames = 10'000; // a packed file may hold far more
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  try {
    ixp::SourceCounts counts;
    ixp::fabric::FlowNumbers flows;
    ixp::StreamFile file(ixp::memory_input("fuzz.pcap", bytes), rules_of(size), "fuzz", 1200,
                         counts);
    ixp::StreamFrame frame;
    size_t frames = 0;
    while (frames++ < kMostFrames && file.next(frame)) {
      if (frame.bytes.empty() || frame.bytes.size() > ixp::kMaxFrameBytes + ixp::kFcsBytes ||
          frame.line_bytes == 0 || frame.line_bytes > frame.bytes.size())
        std::abort();
      read_headers({frame.bytes.begin(), frame.bytes.end()}, flows);
    }
  } catch (const ixp::InputError&) {
  }
  return 0;
}
