// A pcapng file of all frames that crossed the ports. One interface per port and direction, named
// port0_rx, port0_tx, ...; timestamps in nanoseconds from reset to the frame's end; packet tag and
// frame number as a comment, the tag also as the packet's identity; the direction as its flags; the
// run's identity as a comment of the section. Wireshark and other pcapng readers open it.
#pragma once

#include "base/files.h"
#include "emu/kernel/params.h"
#include "emu/media/frame.h"
#include "emu/media/ledger.h"
#include "emu/record/frame_name.h"
#include "emu/record/run_mark.h"

#include <array>
#include <optional>
#include <string>

namespace ixp {

class PcapngWriter final : public PortObserver {
public:
  // `ledger`: names the frames of frame_crossed; null for converters. `application`: name of the
  // writing program, e.g. "ixpemu".
  PcapngWriter(std::string path, const Params& params, const PacketLedger* ledger,
               std::string application);
  // Call for all interfaces before the first frame.
  void open(unsigned port, Direction direction, uint64_t rate_mbps, Fcs fcs = Fcs::Strip);
  void frame_crossed(const FrameRecord& record) override;
  // For converters: writes frame `frame` of a port and direction. `tag`: without a value for a
  // frame made by microcode.
  void write_frame(unsigned port, Direction direction, uint64_t time_ns,
                   std::span<const uint8_t> bytes, uint32_t original_bytes,
                   const std::optional<FrameName>& tag, uint64_t frame);
  void mark(const RunMark& mark);
  void finish(); // OutputFile::finish()
  void commit();

private:
  void flush();
  OutputFile file_;
  const PacketLedger* ledger_;
  uint64_t me_div_, me_hz_;
  std::string buffer_;
  uint64_t run_offset_ = 0; // offset of the run identity in the section's comment
  std::array<std::array<int, 2>, kMaxPorts> interface_;
  int interfaces_ = 0;
};

} // namespace ixp
