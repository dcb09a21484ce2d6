// Decides when and why a run ends (Slot::Observer). It counts frames as they cross ports; the
// watchdog decides whether the run makes progress. All of it depends on emulated time only, so
// every engine ends at the same tick.
#pragma once

#include "emu/chip/chip.h"
#include "emu/chip/watchdog.h"
#include "emu/kernel/hazard.h"
#include "emu/media/frame.h"

#include <functional>
#include <string>
#include <vector>

namespace ixp {

enum class EndReason : uint8_t {
  Condition,
  Idle,
  NothingMoves,
  Stuck,
  Hazard,
  Interrupted,
  BadStream, // a packet stream cannot be read further
  Assertion  // ixp_assert of microcode failed
};

struct RunEnd {
  EndReason reason{};
  Tick tick = 0;                  // length of the run: actions before it have happened
  std::string text;               // "packets_tx=600", or the reason of a failure
  int signal = 0;                 // Interrupted: the signal, e.g. SIGINT
  std::vector<Command> in_flight; // issued and not completed, not part of the run; valid at the end
                                  // or after list_in_flight()
  bool failed() const { return reason >= EndReason::NothingMoves; }
};

class RunControl final : public Agent, public PortObserver {
public:
  // Registers with the chip's kernel and ports. Throws InputError for a condition that can never
  // come true.
  RunControl(Chip& chip, const SystemConfig& system, const StopSpec& stops);

  // Runs to `to`, or to the end if that is earlier; false: the run has ended. The microengines'
  // actions up to then are complete. The result does not depend on how a run is split into calls.
  bool advance(Tick to);
  // The first half of advance(), for callers with very short pieces. Externally visible state
  // (frames and memory) is complete; end(), statistics and microengine state are not until the next
  // advance().
  void proceed(Tick to);
  // Ends the run at the current tick, on behalf of its driver (StopSpec::outside).
  void end_now(EndReason reason, std::string text, int signal = 0);
  bool stopping() const { return stopped_; } // the run ends now or soon
  // The same, plus the units' actions at tick `to`: microengines are about to act, and their inputs
  // from other units are ready.
  bool advance_before_microengines(Tick to);
  bool ended() const { return over_; }
  // Reason and tick of the end; before the end, the current tick.
  const RunEnd& end() const { return end_; }
  // Fills end().in_flight, also before the end.
  void list_in_flight();

  // Callback at intervals, for progress displays.
  void on_look(std::function<void(Tick)> callback) { on_look_ = std::move(callback); }
  void hazard_stops(const Hazard& h);
  void assertion_failed(std::string text, Tick now) {
    stop(EndReason::Assertion, std::move(text), now);
  }
  // Requests the end of the run from outside: it stops cleanly, a few cycles later. Call it between
  // kernel actions, from the on_look() callback; not from a signal handler.
  void interrupt(int signal);

  uint64_t packets_rx() const { return packets_rx_; }
  uint64_t packets_tx() const { return packets_tx_; }

  IXP_OFTEN void step(Tick now) override;
  void frame_crossed(const FrameRecord& record) override;

private:
  void look(Tick done);
  bool console_decides(Tick now);
  void stop(EndReason reason, std::string text, Tick now);
  void report_ungranted();
  Tick limit() const;
  bool waits_for_traffic() const;
  std::string waiting_for() const;

  Chip& chip_;
  StopSpec stop_;
  Watchdog watchdog_;
  std::function<void(Tick)> on_look_;
  uint64_t packets_rx_ = 0, packets_tx_ = 0;
  Tick last_;            // first tick that is not part of the run
  bool stopped_ = false; // an event has set last_
  bool over_ = false;    // last_ is reached
  RunEnd end_;
};

} // namespace ixp
