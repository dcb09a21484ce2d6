// A chip that is restarted in the middle of a run: at one time everything in it is gone, and some
// time later it begins again as it was at the start of the run, with programs loaded and memories
// as at boot. For the network both lives are chips of their own, with logs, statistics and names of
// their own ("B", then "B.2"), of which one stands at the ends of the wires at a time.
//
//   inside              what the first life held is lost, and counted as such
//   ends of wires       frames that would arrive before the second life begins are lost, and a
//                       frame that is arriving; a frame that has begun to leave goes on, whole
//   streams             go on where they are at that time; what would have come in between is
//   missed
#pragma once

#include "emu/media/frame.h"
#include "emu/network/clock.h"

#include <cstdint>
#include <memory>

namespace ixp {

struct RestartConfig {
  NetTime at = 0;    // the end of the first life
  NetTime takes = 1; // until the second begins
};

// The stream of a port in its second life. Of a stream with times the frames that were due before
// `since`, in ticks of the first life, are left out; of one without the first `had` frames.
class ResumedStream final : public FrameSource {
public:
  ResumedStream(std::unique_ptr<FrameSource> stream, Tick since, bool has_times, uint64_t had)
      : stream_(std::move(stream)), since_(since), has_times_(has_times), had_(had) {}
  bool next(Frame& frame) override;
  SourceCounts counts() const override { return stream_->counts(); }
  // Frames that neither life got.
  uint64_t missed() const { return left_out_ > had_ ? left_out_ - had_ : 0; }

private:
  std::unique_ptr<FrameSource> stream_;
  Tick since_;
  bool has_times_;
  uint64_t had_; // by the first life
  uint64_t left_out_ = 0;
};

} // namespace ixp
