// One file of frames as the chip gets them: frames that a capture cut short or that are too long
// are dealt with by rule, raw IP gets its Ethernet header, the FCS is there or not.
#pragma once

#include "emu/media/frame.h"
#include "emu/media/frame_reader.h"

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
  // Of the frame fewer bytes were captured than it had on the line.
  enum class Truncated : uint8_t { Error, Pad, Cut, Skip } truncated = Truncated::Error;
  // It has more than kMaxFrameBytes.
  enum class Oversized : uint8_t { Error, Cut, Skip } oversized = Oversized::Error;
  // Its time is before that of an earlier one. Hold: it takes that time.
  enum class Unordered : uint8_t { Error, Hold } unordered = Unordered::Error;
  std::optional<EthernetHeader> ethernet_header; // put before raw IP, which is an error without
  Fcs fcs = Fcs::Strip;
};

struct StreamFrame {
  std::span<const uint8_t> bytes;
  uint32_t line_bytes = 0; // without FCS
  bool bad = false;
  bool timed = false;
  bool first_of_file = false;
  Tick time = 0; // since the file began to play
};

class StreamFile {
public:
  // Opens the file. `where` ("[port.0].rx") has the rules, for messages. What is done to frames is
  // counted in `counts`. Throws InputError.
  StreamFile(const Input& input, const FrameRules& rules, const std::string& where,
             uint64_t pll_mhz, SourceCounts& counts);
  // The next frame, valid until the next call; false at the end.
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
  std::vector<uint8_t> work_; // the frame, when it is not as the file has it
  std::optional<uint64_t> began_ns_;
  uint64_t last_ns_ = 0; // of the frames so far
  bool played_ = false;  // a frame
};

} // namespace ixp
