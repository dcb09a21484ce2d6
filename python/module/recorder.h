// Records frames that crossed ports, for a Python program.
#pragma once

#include "emu/kernel/params.h"
#include "emu/media/frame.h"
#include "emu/media/ledger.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace ixp {

struct RecordedFrame {
  unsigned port = 0;
  Direction direction = Direction::Rx;
  uint64_t frame = 0;                    // ordinal on the port and direction
  uint64_t sop_cycle = 0, eop_cycle = 0; // as in port logs
  int64_t delay_cycles = -1;             // since the received frame's end; -1: none, or received
  uint32_t bytes = 0;
  std::string tag;  // "p0.17", or "-" for a frame made by microcode
  std::string data; // empty unless recorded
};

// Converts the frame that is crossing now.
RecordedFrame record_of(const FrameRecord& r, const PacketLedger& ledger, uint64_t me_div,
                        bool with_data);

// Recorded frames, by end time. A program may read them while the run, in another thread, adds
// more.
class Recorder {
public:
  void add(RecordedFrame frame);
  size_t size() const;
  RecordedFrame at(size_t i) const; // throws std::out_of_range
  void visit(const std::function<void(const RecordedFrame&)>& visitor) const;
  void clear();

  // Number of frames removed by clear(). replace() takes the frames of a repeated run without the
  // first `cleared` ones, for a return to a checkpoint.
  uint64_t cleared() const;
  void replace(Recorder& once_more, uint64_t cleared);

private:
  mutable std::mutex mutex_;
  std::vector<RecordedFrame> frames_;
  uint64_t cleared_ = 0;
};

// Observer that adds to a recorder during a run.
class RecorderTap final : public PortObserver {
public:
  RecorderTap(std::shared_ptr<Recorder> to, const PacketLedger& ledger, const Params& params,
              bool with_data)
      : to_(std::move(to)), ledger_(ledger), me_div_(params.clock_me_div), with_data_(with_data) {}

  void frame_crossed(const FrameRecord& r) override {
    to_->add(record_of(r, ledger_, me_div_, with_data_));
  }
  Recorder& recorder() { return *to_; }
  void record_to(std::shared_ptr<Recorder> to) { to_ = std::move(to); }

private:
  std::shared_ptr<Recorder> to_;
  const PacketLedger& ledger_;
  uint64_t me_div_;
  bool with_data_;
};

} // namespace ixp
