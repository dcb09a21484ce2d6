// A chip that is restarted in the middle of a run. At one time all its state is lost; later it
// starts again as at the beginning of the run, with programs loaded and memories as at boot. The
// network treats both lives as chips, with separate logs, statistics and names ("B", then "B.2");
// one of them is connected to the wires at a time.
//
//   inside         frames in the chip at the end of the first life are lost and counted
//   ends of wires  a frame in reception is lost, and each frame that arrives before the second life
//                  begins; a frame in transmission is completed
//   streams        continue from that time; frames due in between are missed
#pragma once

#include "emu/media/frame.h"
#include "emu/network/clock.h"

#include <cstdint>
#include <memory>

namespace ixp {

struct RestartConfig {
  NetTime at = 0;    // end of the first life
  NetTime takes = 1; // time until the second begins
};

// The stream of a port in its second life. A stream with times skips the frames due before `since`,
// in ticks of the first life; one without skips the first `had` frames.
class ResumedStream final : public FrameSource {
public:
  ResumedStream(std::unique_ptr<FrameSource> stream, Tick since, bool has_times, uint64_t had)
      : stream_(std::move(stream)), since_(since), has_times_(has_times), had_(had) {}
  bool next(Frame& frame) override;
  SourceCounts counts() const override { return stream_->counts(); }
  // Frames received in neither life.
  uint64_t missed() const { return left_out_ > had_ ? left_out_ - had_ : 0; }

private:
  std::unique_ptr<FrameSource> stream_;
  Tick since_;
  bool has_times_;
  uint64_t had_; // frames received in the first life
  uint64_t left_out_ = 0;
};

} // namespace ixp
