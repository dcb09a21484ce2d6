// Packet streams: files of frames, put in an order and given times. docs/formats.md describes the
// file formats; bad files throw InputError naming file, record or line, and the rule. Files are
// read while they are played, so memory is bounded however long they are.
#pragma once

#include "emu/kernel/params.h"
#include "emu/media/stream_file.h"

#include <memory>
#include <string>
#include <vector>

namespace ixp {

enum class Select : uint8_t { Sequential, Random, Interleaved };
enum class Timing : uint8_t { Rate, Stamps, Poisson, OnOff };

// Several files played as one sequence of frames.
struct StreamConfig {
  std::vector<std::string> files;
  Select select = Select::Sequential;
  uint64_t start = 0;  // first frame of the sequence, from 0 (not with random)
  bool repeat = false; // start again at the first frame of the first file, without end
  Timing timing = Timing::Rate;
  // poisson, onoff: average rate on the line, overhead included; must be below the port's rate
  uint64_t mean_mbps = 0;
  uint64_t burst_frames = 16; // onoff: mean number of frames sent back to back
  uint64_t start_ns = 0;      // no frame before this time
  FrameRules rules;
};

// What a source needs to know of the port it feeds.
struct LineConfig {
  uint64_t rate_mbps = 1000; // 0: unbounded, as fast as the processor takes frames
  uint64_t overhead_bytes = 24;
  uint64_t pll_mhz = 1200;
};

// `where` (e.g. "[port.0].rx") goes into messages. `stream` tells ports with the same seed apart:
// the port number. Reads as much as it must know before the first frame: for random selection and
// for average rates all of the files. Throws InputError; so does next() of what it returns.
std::unique_ptr<FrameSource> make_stream(const StreamConfig& config, const LineConfig& line,
                                         uint64_t seed, uint64_t stream, const std::string& where);
// The same over other inputs than files (tests).
std::unique_ptr<FrameSource> make_stream(const StreamConfig& config, const LineConfig& line,
                                         uint64_t seed, uint64_t stream, const std::string& where,
                                         std::vector<Input> inputs);

// What the files of a stream hold, read from end to end. Throws InputError at what is wrong.
struct StreamSummary {
  uint64_t frames = 0;
  size_t shortest = ~size_t{0}, longest = 0; // bytes of a frame
  SourceCounts counts;
  bool complete = true; // pipes and devices are left out, for they can be read once
};
StreamSummary read_streams(const StreamConfig& config, const LineConfig& line,
                           const std::string& where);

} // namespace ixp
