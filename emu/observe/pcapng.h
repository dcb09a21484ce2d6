// A pcapng file of everything that crossed the ports: one interface per port and direction, named
// port0_rx, port0_tx, ...; nanosecond stamps of the frame's end since reset; the packet tag and
// frame number as a comment, which run it was as one of the section. Opens in Wireshark and
// everything else that reads pcapng.
#pragma once

#include "base/files.h"
#include "emu/kernel/params.h"
#include "emu/media/frame.h"
#include "emu/media/ledger.h"
#include "emu/observe/run_mark.h"

#include <array>
#include <string>

namespace ixp {

class PcapngWriter final : public PortObserver {
public:
  // `ledger` may be null (then no tags). `application`: what wrote the file, e.g. "ixpemu".
  PcapngWriter(std::string path, const Params& params, const PacketLedger* ledger,
               std::string application);
  // All interfaces before the first frame.
  void open(unsigned port, Direction direction, uint64_t rate_mbps, Fcs fcs = Fcs::Strip);
  void frame_crossed(const FrameRecord& record) override;
  // For converters: a frame with its time and comment given.
  void write_frame(unsigned port, Direction direction, uint64_t time_ns,
                   std::span<const uint8_t> bytes, uint32_t original_bytes,
                   std::string_view comment);
  void mark(const RunMark& mark);
  void finish(); // of OutputFile
  void commit();

private:
  void flush();
  OutputFile file_;
  const PacketLedger* ledger_;
  uint64_t me_div_, me_hz_;
  std::string buffer_;
  uint64_t run_offset_ = 0; // where the section's comment says which run it was
  std::array<std::array<int, 2>, kMaxPorts> interface_;
  int interfaces_ = 0;
};

} // namespace ixp
