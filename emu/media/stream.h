// Packet streams: files of frames, put in an order and given times. docs/formats.md describes the
// file formats; bad files throw InputError naming file, record or line, and the rule.
#pragma once

#include "emu/kernel/params.h"
#include "emu/media/frame.h"
#include "emu/media/random.h"

#include <cstdio>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace ixp {

// All frames of one file, in memory.
class FrameFile {
public:
  struct Entry {
    uint64_t offset; // into the bytes of all frames
    uint32_t bytes;
    bool timed = false;   // time_ns means something
    bool has_fcs = false; // the capture says that the last four bytes are the FCS
    bool bad = false;     // arrives with a receive error
    uint64_t time_ns = 0;
  };
  std::vector<Entry> entries;
  std::vector<uint8_t> bytes;
  std::string name;              // for messages
  bool times_from_reset = false; // text; times of captures count from their first frame

  std::span<const uint8_t> frame(size_t i) const {
    return {bytes.data() + entries[i].offset, entries[i].bytes};
  }
  void add(std::span<const uint8_t> frame, const Entry& about);
};

// Capture (pcap or pcapng, told by its first bytes or its extension) or text.
FrameFile load_frames(const std::string& path);
// The two kinds; also what the fuzzers drive. `file` is read to its end and closed.
FrameFile load_capture(std::FILE* file, const std::string& name);
FrameFile load_text(std::string_view text, const std::string& name);

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
  Fcs fcs = Fcs::Strip;
  uint64_t start_ns = 0; // no frame before this time
};

// What a source needs to know of the port it feeds.
struct LineConfig {
  uint64_t rate_mbps = 1000; // 0: unbounded, as fast as the processor takes frames
  uint64_t overhead_bytes = 24;
  uint64_t pll_mhz = 1200;
};

// Reads the files. `where` (e.g. "port.0.rx") goes into messages about contradictory settings.
// `stream` tells ports with the same seed apart: the port number.
std::unique_ptr<FrameSource> make_stream(const StreamConfig& config, const LineConfig& line,
                                         uint64_t seed, uint64_t stream, const std::string& where);
// The same over frames already in memory (tests, generators).
std::unique_ptr<FrameSource> make_stream(const StreamConfig& config, const LineConfig& line,
                                         uint64_t seed, uint64_t stream, const std::string& where,
                                         std::vector<FrameFile> files);

uint32_t ethernet_fcs(std::span<const uint8_t> frame); // CRC-32 of IEEE 802.3; sent low byte first

} // namespace ixp
