// The debugger's position in a run, and all moves from there, forwards and backwards. The run is
// deterministic, so any cycle can be reached from an earlier one: from a checkpoint, or from the
// start, which this process holds. The last occurrence of something is found by running to the
// current cycle again and keeping the last hit.
//
//   History history(simulation);             // not run yet
//   history.forward({stop}, to);             // to the first hit
//   history.backward({stop});                // to the last hit before here
//   history.ask({{"what", "rings"}});        // station.h
#pragma once

#include "emu/debug/channel.h"
#include "emu/debug/station.h"
#include "emu/debug/stop.h"

#include <functional>
#include <optional>
#include <vector>

namespace ixp::debug {

// The user interrupted the move; the position is unchanged.
class Interrupted : public InputError {
public:
  Interrupted() : InputError("interrupted: still at the same cycle") {}
};

// Result of a move.
struct Arrival {
  std::vector<Hit> hits; // all hits of the cycle reached; empty: see below
  bool ended = false;    // the end of the run
  bool interrupted = false;
  bool at_start = false; // reached cycle 0 without a hit
};

class History {
public:
  // `wants_stop` is polled during long moves; true interrupts them. `on_note` receives output of
  // microcode during forward moves, in order, once each time it is passed.
  History(Simulation& pristine, std::function<bool()> wants_stop,
          std::function<void(const Note&)> on_note = {}, Surroundings around = {});

  uint64_t cycle() const { return here_.cycle; }
  bool ended() const { return here_.ended; }

  // Moves to the first hit, to `to`, or to the end of the run. Interruptions throw Interrupted here
  // and below, unless the result is an Arrival that reports them.
  Arrival forward(const std::vector<Stop>& stops, std::optional<uint64_t> to = {});
  // Moves to the last hit before the current cycle, or to cycle 0.
  Arrival backward(const std::vector<Stop>& stops);
  // The last hits before `before`, which is at most one cycle after the current one. The position
  // is unchanged. Changes of values count up to the current cycle.
  std::vector<Hit> last(const std::vector<Stop>& stops, uint64_t before);
  // Moves to a cycle, earlier or later, at most to the end of the run.
  Arrival go(uint64_t cycle);
  // After ChannelClosed: reaches the same cycle again without checkpoints, whose processes may have
  // ended too.
  void recover();
  // Moves to cycle 0 and discards all edits.
  void reset();

  // Changes the chip at the current cycle. Discards edits at later cycles.
  void edit(Thread thread, const std::string& place, uint32_t value);
  const std::vector<Edit>& edits() const { return edits_; }

  Json ask(Json question); // throws InputError

  // Asks the same question at another cycle; the position is unchanged.
  Json ask_at(uint64_t cycle, Json question);

  unsigned checkpoints() const { return static_cast<unsigned>(checkpoints_.size()); }
  static constexpr unsigned kMostCheckpoints = 16;

private:
  struct At { // a station and its position
    Channel channel{-1};
    uint64_t cycle = 0;
    bool ended = false;
  };
  struct Found {
    std::vector<Hit> hits;
    bool interrupted = false;
  };

  At start();
  std::optional<At> fork(At& from);
  At from_before(uint64_t cycle);
  void keep_checkpoint(At& at);
  void thin_out();
  Found run(At& at, const std::vector<Stop>& stops, std::optional<uint64_t> to,
            std::optional<uint64_t> last_before = {}, // keep first hits, or last ones before a
                                                      // cycle
            bool notes = false);
  void tell_notes(const Json& reply, const Found& found) const;
  At reach(uint64_t cycle);
  void stand(At at);
  Json exchange(At& at, const Json& request);
  Json wait(At& at);
  std::vector<int> descriptors() const;

  Simulation& pristine_;
  std::function<bool()> wants_stop_;
  std::function<void(const Note&)> on_note_;
  Surroundings around_;
  At here_;
  std::vector<At> checkpoints_; // by cycle
  std::vector<Edit> edits_;     // by cycle
};

} // namespace ixp::debug
