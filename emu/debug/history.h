// Where the debugger stands in a run, and every way to go from there, forwards and backwards. The
// run is deterministic, so any cycle can be reached again from an earlier one: from a checkpoint,
// or from the start, which this process keeps. To find where something happened last is to run to
// here again and remember the last time.
//
//   History history(simulation);             // not run yet
//   history.forward({stop}, to);             // to the first hit
//   history.backward({stop});                // to the last hit before here
//   history.ask({{"what", "rings"}});        // queries.h
#pragma once

#include "emu/debug/channel.h"
#include "emu/debug/edit.h"
#include "emu/debug/stop.h"

#include <functional>
#include <optional>
#include <vector>

namespace ixp::debug {

// Somebody wanted to leave it at that before the way was gone: still at the same cycle.
class Interrupted : public InputError {
public:
  Interrupted() : InputError("interrupted: still at the same cycle") {}
};

// How a way ended.
struct Arrival {
  std::vector<Hit> hits; // all of the cycle where it stands now; empty: see below
  bool ended = false;    // the run is over
  bool interrupted = false;
  bool at_start = false; // nothing was found on the way back
};

class History {
public:
  // `wants_stop` is asked now and then during long ways; true leaves it at that. `on_note`: gets
  // what microcode prints on the way forwards, in order, once for each time that it is passed.
  History(Simulation& pristine, std::function<bool()> wants_stop,
          std::function<void(const Note&)> on_note = {});

  uint64_t cycle() const { return here_.cycle; }
  bool ended() const { return here_.ended; }

  // To the first hit, or to `to`, or to the end of the run. This and all that follow throw
  // Interrupted where an Arrival does not say it.
  Arrival forward(const std::vector<Stop>& stops, std::optional<uint64_t> to = {});
  // To the last hit before here, or to cycle 0.
  Arrival backward(const std::vector<Stop>& stops);
  // The last hits before `before`, which is at most a cycle behind here, without going there;
  // changes of values up to here.
  std::vector<Hit> last(const std::vector<Stop>& stops, uint64_t before);
  // To a cycle, before or after. Past the end of the run: there.
  Arrival go(uint64_t cycle);
  // After ChannelClosed: to the same cycle once more, without checkpoints, whose processes may have
  // gone, too.
  void recover();
  // Back to cycle 0, and what was changed is forgotten.
  void reset();

  // Changes the chip here. What was changed at later cycles in an earlier future is forgotten.
  void edit(Thread thread, const std::string& place, uint32_t value);
  const std::vector<Edit>& edits() const { return edits_; }

  Json ask(Json question); // throws InputError

  // The same question at another cycle; here stays here.
  Json ask_at(uint64_t cycle, Json question);

  unsigned checkpoints() const { return static_cast<unsigned>(checkpoints_.size()); }
  static constexpr unsigned kMostCheckpoints = 16;

private:
  struct At { // a station and where it stands
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
            std::optional<uint64_t> last_before = {}, // first hits, or last ones before a cycle
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
  At here_;
  std::vector<At> checkpoints_; // by cycle
  std::vector<Edit> edits_;     // by cycle
};

} // namespace ixp::debug
