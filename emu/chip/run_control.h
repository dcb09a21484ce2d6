// When a run ends, and why (Slot::Observer). Frames that cross are counted as they cross; whether
// the run still gets anywhere is the watchdog's to say. All of it depends on emulated time only, so
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
  BadStream, // a packet stream cannot be read on
  Assertion  // of microcode
};

struct RunEnd {
  EndReason reason{};
  Tick tick = 0;                  // the run's length: every action before it happened
  std::string text;               // "packets_tx=600", or why it failed
  int signal = 0;                 // Interrupted: which, e.g. SIGINT
  std::vector<Command> in_flight; // issued and not completed: no part of the run. When it is over,
                                  // or after list_in_flight()
  bool failed() const { return reason >= EndReason::NothingMoves; }
};

class RunControl final : public Agent, public PortObserver {
public:
  // Enters itself into the chip's kernel and ports. Throws InputError for a condition that can
  // never come true.
  RunControl(Chip& chip, const SystemConfig& system, const StopSpec& stops);

  // Runs on to `to`, or to the end when that comes first; false: the run has ended. What
  // microengines have done by then is complete. However a run is cut, it is the same run.
  bool advance(Tick to);
  // The first half of advance(), for whoever cuts a run into very many pieces: what others see of
  // the chip, frames and memory, is complete; end(), statistics and the state of microengines are
  // not, until the next advance().
  void proceed(Tick to);
  // The driver of the run ends it where it is (StopSpec::outside).
  void end_now(EndReason reason, std::string text, int signal = 0);
  bool stopping() const { return stopped_; } // something ends the run, here or soon
  // The same, and then what units do at tick `to`: microengines are about to act, and what they
  // will see of others is there.
  bool advance_before_microengines(Tick to);
  bool ended() const { return over_; }
  // Why and when; of a run that has not ended: where it is.
  const RunEnd& end() const { return end_; }
  // end().in_flight, also of a run that goes on.
  void list_in_flight();

  // Called now and then, for progress displays.
  void on_look(std::function<void(Tick)> callback) { on_look_ = std::move(callback); }
  void hazard_stops(const Hazard& h);
  void assertion_failed(std::string text, Tick now) {
    stop(EndReason::Assertion, std::move(text), now);
  }
  // Somebody outside ends the run: it stops in order, a few cycles from now. To be called between
  // actions of the kernel, from the callback of on_look(); not from a signal handler.
  void interrupt(int signal);

  uint64_t packets_rx() const { return packets_rx_; }
  uint64_t packets_tx() const { return packets_tx_; }

  void step(Tick now) override;
  void frame_crossed(const FrameRecord& record) override;

private:
  void look(Tick done);
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
  Tick last_;            // no action at or after it is part of the run
  bool stopped_ = false; // ... because something happened
  bool over_ = false;    // it is reached
  RunEnd end_;
};

} // namespace ixp
