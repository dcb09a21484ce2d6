// Decides whether a run makes progress, every `stop.idle` cycles. Everything depends on
// emulated time only, so every engine decides alike.
//
// With packet streams, the run ends when no frame will arrive and all received ones have left.
// Either the frame counts prove it, or no frame is found in the chip (survey.h) and nothing moved
// since the last check. Messages alone do not keep a run going, since microcode may poll or
// circulate empty ones forever. A run is stuck if all of these hold for `stop.stuck` cycles:
// - No received frame was transmitted.
// - Many frames arrived since the last transmission, or no more are pending.
// - At least one frame stayed at its stage in the second half of that time.
// Runs without microcode are never stuck, as frames need not be taken.
//
// Without streams, the run ends when every context waits and no timer is pending. It is stuck when
// nothing was written to any memory for `stop.silent` cycles; while contexts wait for frames, for
// `stop.stuck` cycles.
#pragma once

#include "emu/chip/survey.h"

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
    Dead,  // frames are inside, and every context waits forever
    Stuck, // see above
  };
  Verdict look(Tick now);
  std::string text() const { return text_; } // observation behind a verdict other than GoesOn

  bool has_traffic() const { return has_traffic_; } // some port has a source of frames
  Tick interval() const { return interval_; }       // between checks

private:
  // Activity counters; they never decrease.
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
  bool awaits_frames() const;
  Tick waited(Tick now);
  bool is_stuck(const Survey& found);
  Verdict decide(Verdict v, std::string text);

  Chip& chip_;
  const SystemConfig& system_;
  const bool has_traffic_;
  Tick interval_, patience_, silence_;
  std::string text_;

  Counts last_;                 // at the last look
  Tick same_since_ = 0;         // last change of any counter
  uint64_t writes_ = 0;         // at the last look that saw one
  Tick written_ = 0;            // and when
  uint64_t sent_ = 0;           // received frames transmitted, at the last look
  uint64_t received_ = 0;       // frames received up to the last transmission
  Tick waiting_since_ = kNever; // since when the next transmission is due
  // Stages of frames, sampled after half of the waiting time.
  std::optional<std::vector<std::pair<PacketTag, Stage>>> sample_;
};

} // namespace ixp
