// Captures, packed or not: any bytes are frames or an InputError.
#include "base/diagnostic.h"
#include "base/frames/fcs.h"
#include "emu/media/stream_file.h"

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

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  constexpr size_t kMostFrames = 10'000; // a packed file may hold far more
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  try {
    ixp::SourceCounts counts;
    ixp::StreamFile file(ixp::memory_input("fuzz.pcap", bytes), rules_of(size), "fuzz", 1200,
                         counts);
    ixp::StreamFrame frame;
    size_t frames = 0;
    while (frames++ < kMostFrames && file.next(frame)) {
      if (frame.bytes.empty() || frame.bytes.size() > ixp::kMaxFrameBytes + ixp::kFcsBytes ||
          frame.line_bytes == 0 || frame.line_bytes > frame.bytes.size())
        std::abort();
      unsigned sum = 0;
      for (const uint8_t b : frame.bytes)
        sum += b;
      if (sum > frame.bytes.size() * 255) std::abort(); // reads them all
    }
  } catch (const ixp::InputError&) {
  }
  return 0;
}
