#include "emu/chip/run_control.h"

#include <csignal>
#include <cstring>
#include <fmt/format.h>

namespace ixp {

static void check_can_end(const SystemConfig& system, const StopSpec& stop) {
  if (stop.empty())
    throw InputError({system.path}, "nothing says when the run ends; add [stop] or --until, e.g. "
                                    "--until time_ms=2");
  if (stop.packets_tx || stop.packets_rx || stop.cycles || stop.time_us) return;
  for (const auto& [number, port] : system.ports)
    if (port.rx && port.rx->stream.repeat && !port.rx->stream.files.empty())
      throw InputError(
          port.rx->where,
          fmt::format("the run would never be idle: the streams of [port.{}].rx "
                      "repeat without end; use repeat = false, --rx {}=FILE or another "
                      "stop condition",
                      number, number));
}

RunControl::RunControl(Chip& chip, const SystemConfig& system, const StopSpec& stop)
    : chip_(chip), stop_(stop), interval_(chip.params.me(chip.params.stop_idle)),
      patience_(chip.params.me(chip.params.stop_stuck)) {
  check_can_end(system, stop);
  has_traffic_ = false;
  for (const auto& [number, port] : system.ports)
    has_traffic_ |= port.rx && !port.rx->stream.files.empty();
  chip.rx.add_observer(*this);
  chip.tx.add_observer(*this);
  chip.rx.on_bad_stream(
      [this](const InputError& e, Tick now) { end(EndReason::BadStream, e.what(), now); });
  chip.kernel->add(*this, Slot::Observer);
  schedule(interval_);
}

Tick RunControl::limit() const {
  Tick limit = kNever;
  if (stop_.cycles) limit = std::min(limit, chip_.params.me(*stop_.cycles));
  if (stop_.time_us) limit = std::min(limit, *stop_.time_us * chip_.params.clock_pll_mhz);
  return limit;
}

RunEnd RunControl::run() {
  const Tick last = limit();
  if (last != kNever) end_.text = stop_.text();
  chip_.kernel->run(last);
  end_.tick = chip_.kernel->now();
  for (auto& me : chip_.microengines)
    me->settle(end_.tick);
  end_.in_flight = chip_.commands_in_flight();
  report_ungranted();
  return end_;
}

// Commands on their way at the end are not part of the run. But what becomes of those to units that
// are not there is known: each such command is reported, whenever the run ends.
void RunControl::report_ungranted() {
  std::vector<Command> waiting;
  for (const auto& bus : chip_.command_bus)
    bus->list_commands(waiting);
  for (const Command& c : waiting)
    if (&chip_.router.unit_of(c) == &chip_.absent) chip_.absent.report_absent(c, end_.tick);
}

void RunControl::end(EndReason reason, std::string text, Tick now) {
  if (ended_ && reason != EndReason::Hazard) return;
  ended_ = true;
  end_.reason = reason;
  end_.text = std::move(text);
  chip_.kernel->stop_at(now + chip_.kernel->lookahead());
}

void RunControl::hazard_stops(const Hazard& h) {
  end(EndReason::Hazard, h.text, h.tick);
}

void RunControl::interrupt(int signal) {
  if (ended_) return;
  end_.signal = signal;
  const char* name = sigabbrev_np(signal);
  end(EndReason::Interrupted,
      fmt::format("interrupted by {}",
                  name ? fmt::format("SIG{}", name) : fmt::format("signal {}", signal)),
      chip_.kernel->now());
}

void RunControl::frame_crossed(const FrameRecord& record) {
  if (record.direction == Direction::Rx) {
    if (++packets_rx_ == stop_.packets_rx)
      end(EndReason::Condition, fmt::format("packets_rx={}", packets_rx_), record.eop);
  } else if (++packets_tx_ == stop_.packets_tx) {
    end(EndReason::Condition, fmt::format("packets_tx={}", packets_tx_), record.eop);
  }
}

RunControl::Progress RunControl::progress() {
  Progress p;
  const PacketLedger::Totals& t = chip_.ledger.totals();
  p.arrived = chip_.ledger.size() + t.received;
  p.moved = t.by_fate[static_cast<unsigned>(Fate::Delivered)] + t.transmitted_tagged +
            t.transmitted_untagged;
  for (const MsfStats::Partition& m : chip_.msf->stats().partition)
    p.moved += m.rx_elements + m.tx_elements + m.tx_skipped;
  for (unsigned ring = 0; ring < kRings; ++ring) {
    const RingStats& r = chip_.scratch.ring_stats(ring);
    p.moved += r.words_put + r.words_got;
  }
  for (const auto& channel : chip_.sram)
    if (channel)
      for (unsigned entry = 0; entry < kQueueEntries; ++entry)
        p.moved += channel->queue_stats(entry).puts + channel->queue_stats(entry).gets;
  if (!has_traffic_)
    for (const auto& bus : chip_.command_bus)
      p.commands += bus->stats().commands;
  return p;
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

// With traffic: all frames have entered and left, and nothing moved since the last look; microcode
// may poll on. Without: everybody sleeps, and no alarm is still to come (16 bits of timer steps).
bool RunControl::is_over(const Progress& p, Tick now) const {
  if (p != last_ || now == interval_) return false;
  if (has_traffic_) return chip_.rx.exhausted() && chip_.tx.empty();
  const Tick longest_alarm = chip_.params.me(65536 * chip_.params.clock_timestamp_div);
  return chip_.asleep() && (!chip_.has_alarms() || now - same_since_ > longest_alarm);
}

void RunControl::step(Tick now) {
  schedule(now + interval_);
  if (on_look_) on_look_(now);
  if (ended_ || !waits_for_traffic()) return;
  const Progress p = progress();
  const bool over = is_over(p, now);
  if (p != last_) same_since_ = now;
  if (p.moved != moved_.moved) {
    moved_ = p;
    moved_tick_ = now;
  }
  last_ = p;
  if (over && stop_.idle) {
    end(EndReason::Idle, "idle", now);
  } else if (over) {
    end(EndReason::NothingMoves,
        fmt::format("{} and nothing moves any more; the run waits for {}",
                    has_traffic_ ? "all streams have ended" : "all contexts sleep", waiting_for()),
        now);
  } else if (now - moved_tick_ >= patience_ && p.arrived != moved_.arrived) {
    end(EndReason::Stuck,
        fmt::format("stuck: frames arrive, but none has got ahead for {} cycles; the run waits for "
                    "{}",
                    (now - moved_tick_) / chip_.params.clock_me_div, waiting_for()),
        now);
  }
}

} // namespace ixp
