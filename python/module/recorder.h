// Frames that crossed, kept for a Python program.
#pragma once

#include "emu/kernel/params.h"
#include "emu/media/frame.h"
#include "emu/media/ledger.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ixp {

struct RecordedFrame {
  unsigned port = 0;
  Direction direction = Direction::Rx;
  uint64_t frame = 0;                    // ordinal on the port and direction
  uint64_t sop_cycle = 0, eop_cycle = 0; // as port logs have them
  int64_t delay_cycles = -1;             // since the received frame's end; -1: none, or received
  uint32_t bytes = 0;
  std::string tag;  // "p0.17", or "-" for a frame that microcode made
  std::string data; // empty when they are not kept
};

// The same of the frame that crosses now.
RecordedFrame record_of(const FrameRecord& r, const PacketLedger& ledger, uint64_t me_div,
                        bool with_data);

class Recorder final : public PortObserver {
public:
  Recorder(const PacketLedger& ledger, const Params& params, bool with_data)
      : ledger_(ledger), me_div_(params.clock_me_div), with_data_(with_data) {}

  void frame_crossed(const FrameRecord& r) override {
    frames.push_back(record_of(r, ledger_, me_div_, with_data_));
  }

  std::vector<RecordedFrame> frames; // by time of their ends

private:
  const PacketLedger& ledger_;
  uint64_t me_div_;
  bool with_data_;
};

} // namespace ixp
