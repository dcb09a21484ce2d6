#include "emu/chip/run_control.h"

#include <csignal>
#include <cstring>
#include <fmt/format.h>

namespace ixp {

static void check_can_end(const SystemConfig& system, const StopSpec& stop) {
  if (stop.empty())
    throw InputError({system.path}, "nothing says when the run ends; add [stop] or --until, e.g. "
                                    "--until time_ms=2");
  if (stop.packets_tx || stop.packets_rx || stop.cycles || stop.time_us || stop.outside) return;
  for (const auto& [number, port] : system.ports)
    if (port.rx && port.rx->stream.repeat && !port.rx->stream.files.empty())
      throw InputError(
          port.rx->where,
          fmt::format("the run would never be idle: the streams of [port.{}].rx "
                      "repeat without end; use repeat = false, --rx {}=FILE or another "
                      "stop condition",
                      number, number));
}

RunControl::RunControl(Chip& chip, const SystemConfig& system, const StopSpec& stops)
    : chip_(chip), stop_(stops), watchdog_(chip, system) {
  check_can_end(system, stops);
  chip.rx.add_observer(*this);
  chip.tx.add_observer(*this);
  chip.rx.on_bad_stream(
      [this](const InputError& e, Tick now) { stop(EndReason::BadStream, e.what(), now); });
  chip.kernel->add(*this, Slot::Observer);
  schedule(watchdog_.interval());
  last_ = limit();
  if (last_ != kNever) end_.text = stop_.text();
}

Tick RunControl::limit() const {
  Tick limit = kNever;
  if (stop_.cycles) limit = std::min(limit, chip_.params.me(*stop_.cycles));
  if (stop_.time_us) limit = std::min(limit, *stop_.time_us * chip_.params.clock_pll_mhz);
  return limit;
}

// Stops at each look, because microengines must not have run ahead of its tick.
void RunControl::proceed(Tick to) {
  while (chip_.kernel->now() < std::min(to, last_))
    chip_.kernel->run(std::min({to, last_, next() + 1}));
}

void RunControl::end_now(EndReason reason, std::string text, int signal) {
  if (stopped_) return;
  stopped_ = true;
  end_.reason = reason;
  end_.text = std::move(text);
  end_.signal = signal;
  last_ = chip_.kernel->now();
}

bool RunControl::advance(Tick to) {
  if (over_) return false;
  proceed(to);
  look(chip_.kernel->now());
  return !over_;
}

bool RunControl::advance_before_microengines(Tick to) {
  if (over_) return false;
  proceed(to);
  const bool goes_on = chip_.kernel->now() < last_;
  if (goes_on) chip_.kernel->run_slots(Slot::Me0);
  look(goes_on ? chip_.kernel->now() + 1 : chip_.kernel->now());
  return !over_;
}

// Makes microengines and units apply their effects from before `done`.
void RunControl::look(Tick done) {
  end_.tick = chip_.kernel->now();
  over_ = end_.tick >= last_;
  for (auto& me : chip_.microengines)
    me->settle(done);
  chip_.settle();
  chip_.events.flush();
  end_.in_flight.clear();
  if (!over_) return;
  list_in_flight();
  report_ungranted();
}

void RunControl::list_in_flight() {
  end_.in_flight = chip_.commands_in_flight();
}

// Commands in flight at the end are not part of the run. Commands to absent units have a known
// outcome, though: each is reported, whenever the run ends.
void RunControl::report_ungranted() {
  std::vector<Command> waiting;
  for (const auto& bus : chip_.command_bus)
    bus->list_commands(waiting);
  for (const Command& c : waiting)
    if (&chip_.router.unit_of(c) == &chip_.absent) chip_.absent.report_absent(c, end_.tick);
}

void RunControl::stop(EndReason reason, std::string text, Tick now) {
  if (stopped_ && reason != EndReason::Hazard) return;
  stopped_ = true;
  end_.reason = reason;
  end_.text = std::move(text);
  const Kernel& kernel = *chip_.kernel;
  last_ = std::min(last_, std::max(now, kernel.now()) + kernel.lookahead());
  chip_.kernel->stop_at(last_);
}

void RunControl::hazard_stops(const Hazard& h) {
  stop(EndReason::Hazard, h.text, h.tick);
}

void RunControl::interrupt(int signal) {
  if (stopped_) return;
  end_.signal = signal;
  const char* name = sigabbrev_np(signal);
  stop(EndReason::Interrupted,
       fmt::format("interrupted by {}",
                   name ? fmt::format("SIG{}", name) : fmt::format("signal {}", signal)),
       chip_.kernel->now());
}

void RunControl::frame_crossed(const FrameRecord& record) {
  if (record.direction == Direction::Rx) {
    if (++packets_rx_ == stop_.packets_rx)
      stop(EndReason::Condition, fmt::format("packets_rx={}", packets_rx_), record.eop);
  } else if (++packets_tx_ == stop_.packets_tx) {
    stop(EndReason::Condition, fmt::format("packets_tx={}", packets_tx_), record.eop);
  }
}

bool RunControl::waits_for_traffic() const {
  return stop_.idle || stop_.packets_rx || stop_.packets_tx;
}

std::string RunControl::waiting_for() const {
  std::string out = stop_.text();
  if (stop_.packets_tx) out += fmt::format(", {} frames were sent", packets_tx_);
  if (stop_.packets_rx) out += fmt::format(", {} frames were received", packets_rx_);
  return out;
}

// While the console's input is open, input may come, so only the console decides whether the run
// ends. Input arrives between two checks; its end takes effect at the check that recorded it.
bool RunControl::console_decides(Tick now) {
  const control::Typed* typed = chip_.address_map->uart.typed();
  if (!typed) return false;
  if (typed->is_open(now + 1)) return true;
  if (!typed->quits || stop_.outside) return false;
  stop(EndReason::Condition, "quit at the console", now);
  return true;
}

void RunControl::step(Tick now) {
  schedule(now + watchdog_.interval());
  if (on_look_) on_look_(now);
  if (stopped_ || console_decides(now)) return;
  const Watchdog::Verdict verdict = watchdog_.look(now);
  const auto fail = [&](EndReason reason) {
    stop(reason, fmt::format("{}; the run waits for {}", watchdog_.text(), waiting_for()), now);
  };
  switch (verdict) {
  case Watchdog::Verdict::GoesOn: return;
  case Watchdog::Verdict::Over:
    if (stop_.idle) return stop(EndReason::Idle, "idle", now);
    [[fallthrough]];
  case Watchdog::Verdict::Dead:
    if (waits_for_traffic()) fail(EndReason::NothingMoves);
    return;
  case Watchdog::Verdict::Stuck:
    // Microcode without traffic may compute until an explicit limit.
    if (watchdog_.has_traffic() || limit() == kNever) fail(EndReason::Stuck);
  }
}

} // namespace ixp
