// Frames that crossed, kept for a Python program.
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
  uint64_t sop_cycle = 0, eop_cycle = 0; // as port logs have them
  int64_t delay_cycles = -1;             // since the received frame's end; -1: none, or received
  uint32_t bytes = 0;
  std::string tag;  // "p0.17", or "-" for a frame that microcode made
  std::string data; // empty when they are not kept
};

// The same of the frame that crosses now.
RecordedFrame record_of(const FrameRecord& r, const PacketLedger& ledger, uint64_t me_div,
                        bool with_data);

// By time of their ends. A program may look at them while the run, in another thread, adds more.
class Recorder {
public:
  void add(RecordedFrame frame);
  size_t size() const;
  RecordedFrame at(size_t i) const; // throws std::out_of_range
  void visit(const std::function<void(const RecordedFrame&)>& visitor) const;
  void clear();

  // How many clear() has taken away, and what there is without so many of them: for a return to a
  // checkpoint, where a run records its frames once more.
  uint64_t cleared() const;
  void replace(Recorder& once_more, uint64_t cleared);

private:
  mutable std::mutex mutex_;
  std::vector<RecordedFrame> frames_;
  uint64_t cleared_ = 0;
};

// What records for it during a run.
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
