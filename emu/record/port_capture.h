// Capture of a run: each frame at the ports that it crosses, and at its end if it was not
// transmitted, in the order of time. A frame that arrives bad or is lost before it is complete
// appears at its end alone.
#pragma once

#include "emu/kernel/params.h"
#include "emu/record/frame_end.h"
#include "emu/record/pcapng.h"

#include <array>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

namespace ixp {

class PortCapture final : public PortObserver, public FrameEndObserver {
public:
  // `chip`: its name in a network; "": none.
  PortCapture(std::string path, const Params& params, const PacketLedger& ledger,
              std::string chip = "");
  // Call for all ports before the first frame, then open_chip().
  void open(unsigned port, Direction direction, uint64_t rate_mbps, Fcs fcs);
  void open_chip() { writer_.open_chip(); }
  void frame_arrives(PacketTag tag, std::span<const uint8_t> bytes) override;
  void frame_crossed(const FrameRecord& record) override;
  void frame_ended(const FrameEnd& end) override;
  void ends_complete(Tick tick) override;
  // Writes frames up to the latest complete tick, for a reader of a pipe.
  void flush() { writer_.flush(); }
  void mark(const RunMark& mark);
  void finish() { writer_.finish(); }
  void commit() { writer_.commit(); }

private:
  PcapngWriter::Frame frame(Tick at, std::span<const uint8_t> bytes,
                            std::optional<FrameName> tag) const;

  PcapngWriter writer_;
  const PacketLedger& ledger_;
  uint64_t me_div_, me_hz_;
  std::array<Fcs, kMaxPorts> fcs_{}; // of receive ports
  std::unordered_map<PacketTag, std::vector<uint8_t>> inside_;
  std::multimap<Tick, std::string> blocks_; // an earlier frame may still be reported
};

} // namespace ixp
