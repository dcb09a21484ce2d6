// Whether a run still gets anywhere: looked at every `stop.idle` cycles. Everything depends on
// emulated time only, so every engine decides alike.
//
// With packet streams. All is over when no frame will come any more and those that came have left:
// the counts of frames say so, or no frame is found anywhere (survey.h) and nothing moved since the
// last look. Messages alone do not keep a run going: microcode may shuffle empty ones, or poll, for
// ever. A run is stuck when for `stop.stuck` cycles no received frame was transmitted, although
// many arrived since the last or none is on its way any more, and at least one frame stayed at its
// stage in the second half of that time. (Not without microcode: then nobody is expected to take
// frames.)
//
// Without streams: all is over when everybody sleeps and no alarm is still to come; nobody gets
// anywhere when nothing was written to any memory for `stop.silent` cycles.
#pragma once

#include "emu/chip/frame_counts.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ixp {

class Watchdog {
public:
  Watchdog(Chip& chip, const SystemConfig& system);

  enum class Verdict : uint8_t {
    GoesOn,
    Over,  // nothing is left to do
    Dead,  // frames are inside, and all contexts sleep for ever
    Stuck, // see above
  };
  Verdict look(Tick now);
  std::string text() const { return text_; } // what it saw, after a verdict other than GoesOn

  bool has_traffic() const { return has_traffic_; } // some port has a source of frames
  Tick interval() const { return interval_; }       // between looks

private:
  // What changes whenever something happens; each only grows.
  struct Counts {
    uint64_t steps = 0;    // of frames, through ports, RBUF and TBUF
    uint64_t messages = 0; // words on rings, buffers in queues
    uint64_t writes = 0;   // to memories and registers
    uint64_t commands = 0; // of all microengines
    bool operator==(const Counts&) const = default;
  };
  Counts count();
  Verdict look_at_frames(const Counts& c, Tick now);
  Verdict look_at_microcode(const Counts& c, Tick now);
  bool all_left(const Counts& c, const Survey& found, bool waited_long);
  bool no_alarm(Tick now) const;
  Tick waited(Tick now);
  bool is_stuck(const Survey& found);
  Verdict decide(Verdict v, std::string text);

  Chip& chip_;
  const SystemConfig& system_;
  bool has_traffic_ = false;
  Tick interval_, patience_, silence_;
  std::string text_;

  Counts last_;                 // at the last look
  Tick same_since_ = 0;         // when none of it was different any more
  uint64_t writes_ = 0;         // at the last look that saw one
  Tick written_ = 0;            // and when
  uint64_t sent_ = 0;           // received frames that were transmitted, at the last look
  uint64_t received_ = 0;       // frames received when the last of them was
  Tick waiting_since_ = kNever; // since when the next transmission is due
  // Who was where after half of the patience.
  std::optional<std::vector<std::pair<PacketTag, Stage>>> sample_;
};

} // namespace ixp
