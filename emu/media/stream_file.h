// One file of frames, adapted to the chip: truncated and oversized frames are handled by rule, raw
// IP gets an Ethernet header, the FCS is kept or stripped.
#pragma once

#include "base/frames/frame_reader.h"
#include "emu/media/frame.h"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ixp {

using MacAddress = std::array<uint8_t, 6>;
struct EthernetHeader { // locally administered addresses, unless given
  MacAddress destination{2, 0, 0, 0, 0, 1}, source{2, 0, 0, 0, 0, 2};
};

struct FrameRules {
  // For a frame captured shorter than on the line.
  enum class Truncated : uint8_t { Error, Pad, Cut, Skip } truncated = Truncated::Error;
  // For a frame longer than kMaxFrameBytes.
  enum class Oversized : uint8_t { Error, Cut, Skip } oversized = Oversized::Error;
  // For a time stamp before an earlier one. Hold: use the earlier one.
  enum class Unordered : uint8_t { Error, Hold } unordered = Unordered::Error;
  std::optional<EthernetHeader> ethernet_header; // prepended to raw IP; without it raw IP is an
                                                 // error
  Fcs fcs = Fcs::Strip;
};

struct StreamFrame {
  std::span<const uint8_t> bytes;
  uint32_t line_bytes = 0; // without FCS
  bool bad = false;
  bool timed = false;
  bool first_of_file = false;
  Tick time = 0; // since the start of the file
};

class StreamFile {
public:
  // Opens the file. `where` ("[port.0].rx"), the key with the rules, is used in messages. `counts`
  // receives the number of changed frames. Throws InputError.
  StreamFile(const Input& input, const FrameRules& rules, const std::string& where,
             uint64_t pll_mhz, SourceCounts& counts);
  // Gets the next frame, valid until the next call; false at the end.
  bool next(StreamFrame& frame);

private:
  void check_link(const std::string& name) const;
  void keep_time(const FileFrame& in);
  bool fit(FileFrame& in);
  void put_ethernet_header(FileFrame& in);
  void put_fcs_right(const FileFrame& in, StreamFrame& out);
  std::vector<uint8_t>& own(std::span<const uint8_t> bytes);

  FrameRules rules_;
  std::string where_;
  uint64_t pll_mhz_;
  SourceCounts& counts_;
  std::unique_ptr<FrameReader> reader_;
  std::vector<uint8_t> work_; // buffer for a modified frame
  std::optional<uint64_t> began_ns_;
  uint64_t last_ns_ = 0; // maximum so far
  bool played_ = false;  // a frame was played
};

} // namespace ixp
