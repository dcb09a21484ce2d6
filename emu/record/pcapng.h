// A pcapng file of frames: an interface per port and direction, named port0_rx, port0_tx, ..., and
// the interface "chip" for ends of frames that were not transmitted. Timestamps are nanoseconds
// since reset. A packet has its tag as identity, its direction as flags, and comments
// (docs/formats.md); the section has the run's identity as a comment. Wireshark and other pcapng
// readers open it.
#pragma once

#include "base/files.h"
#include "emu/media/frame.h"
#include "emu/record/frame_name.h"
#include "emu/record/run_mark.h"

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace ixp {

class PcapngWriter {
public:
  struct Frame {
    uint64_t cycle, time_ns; // of its end
    std::span<const uint8_t> bytes;
    uint32_t original_bytes;
    std::optional<FrameName> tag; // without a value for a frame made by microcode
  };

  // `application`: name of the writing program, e.g. "ixpemu". `chip`: its name in a network, which
  // precedes the names of interfaces; "": none.
  PcapngWriter(std::string path, std::string application, std::string chip = "");
  // Call for all interfaces before the first frame.
  void open(unsigned port, Direction direction, uint64_t rate_mbps, Fcs fcs = Fcs::Strip);
  void open_chip();

  // The block of a frame that crossed, with number `frame` on its port; "" without the interface.
  std::string crossed(unsigned port, Direction direction, const Frame& f, uint64_t frame) const;
  // The block of a frame that was not transmitted.
  struct Loss {
    Fcs fcs;    // of its receive port
    bool ended; // false: it was inside at the end of the run
    std::string_view fate, reason;
    std::string source; // context and line that counted the drop; "": none
  };
  std::string lost(const Frame& f, const Loss& how) const;
  void write(std::string_view blocks);
  void flush(); // writes all blocks so far
  void mark(const RunMark& mark);
  void finish(); // OutputFile::finish()
  void commit();

private:
  OutputFile file_;
  std::string prefix_, buffer_; // prefix of the names of interfaces
  uint64_t run_offset_ = 0;     // offset of the run identity in the section's comment
  std::array<std::array<int, 2>, kMaxPorts> interface_;
  int interfaces_ = 0, chip_ = -1;
};

} // namespace ixp
