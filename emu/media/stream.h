// Packet streams: files of frames, ordered and timed. docs/formats.md describes the file formats.
// Invalid files throw InputError with the file, the record or line, and the rule. Files are read
// during playback, so memory is bounded for any length.
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
  Timing timing = Timing::Rate;
#define STREAM_KEY(type, name, value, least, most, otherwise, meaning) type name = value;
#include "emu/media/port.def"
  FrameRules rules;
};

// Properties of the port fed by a source.
struct LineConfig {
  uint64_t rate_mbps = 1000; // 0: unbounded, at the processor's speed
  uint64_t overhead_bytes = 24;
  uint64_t pll_mhz = 1200;
};

// Creates a source. `where` (e.g. "[port.0].rx") is used in messages. `stream` distinguishes ports
// with one seed: the port number. Random selection and average rates read all files first. Throws
// InputError; so does next() of the result.
std::unique_ptr<FrameSource> make_stream(const StreamConfig& config, const LineConfig& line,
                                         uint64_t seed, uint64_t stream, const std::string& where);
// The same for input other than files (tests).
std::unique_ptr<FrameSource> make_stream(const StreamConfig& config, const LineConfig& line,
                                         uint64_t seed, uint64_t stream, const std::string& where,
                                         std::vector<Input> inputs);

// Statistics of a stream's files, which are read to the end. Throws InputError for an invalid file.
struct StreamSummary {
  uint64_t frames = 0;
  size_t shortest = ~size_t{0}, longest = 0; // bytes of a frame
  SourceCounts counts;
  bool complete = true; // false if pipes or devices were skipped, which are readable only once
};
StreamSummary read_streams(const StreamConfig& config, const LineConfig& line,
                           const std::string& where);

} // namespace ixp
