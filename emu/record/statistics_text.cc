// The table on the terminal: the same figures as in stats.json. "-": a number of nothing.
#include "emu/record/statistics.h"

#include <fmt/format.h>

namespace ixp {

namespace {

std::string ratio(double part, double whole, int decimals) {
  return whole > 0 ? fmt::format("{:.{}f}", part / whole, decimals) : "-";
}
std::string percent(uint64_t part, uint64_t whole) {
  return ratio(100.0 * static_cast<double>(part), static_cast<double>(whole), 1);
}
// A mean over the time of the run.
std::string mean(double value, Tick end, int decimals) {
  return end ? fmt::format("{:.{}f}", value, decimals) : "-";
}

std::string microengines_text(const Statistics& s) {
  std::string out =
      fmt::format("{:<4} {:<20} {:>12} {:>9} {:>8} {:>8} {:>8} {:>8}\n", "ME", "image",
                  "instructions", "MIPS", "exec %", "abort %", "stall %", "idle %");
  for (const MicroengineFigures& m : s.microengines) {
    const ContextStatistics t = m.cycles.total();
    const double us = static_cast<double>(s.time_ns()) * 1e-3;
    out +=
        fmt::format("{:<4} {:<20} {:>12} {:>9} {:>8} {:>8} {:>8} {:>8}\n", me_name(m.index),
                    m.image, t.executing, ratio(static_cast<double>(t.executing), us, 1),
                    percent(t.executing, m.cycles.cycles), percent(t.aborted, m.cycles.cycles),
                    percent(t.stalled, m.cycles.cycles), percent(m.cycles.idle, m.cycles.cycles));
  }
  return out;
}

std::string units_text(const Statistics& s) {
  std::string out = fmt::format("{:<16} {:>12} {:<10} {:>8} {:>10} {:>9}\n", "unit", "work", "in",
                                "busy %", "waiting", "at most");
  for (const UnitFigures& u : s.units) {
    const auto& [what, amount] = u.work();
    if (amount == 0) continue;
    out += fmt::format("{:<16} {:>12} {:<10} {:>8} {:>10} {:>9}\n", u.name, amount, what,
                       u.busy ? percent(*u.busy, s.end.tick) : "-",
                       u.waiting_mean ? mean(*u.waiting_mean, s.end.tick, 2) : "-",
                       u.waiting_max ? fmt::format("{}", *u.waiting_max) : "-");
  }
  return out;
}

std::string sources_text(const Statistics& s) {
  if (s.sources.empty()) return {};
  std::string out = fmt::format("{:<22} {:>8} {:>8} {:>9} {:>10} {:>9} {:>12} {:>10} {:>8}\n",
                                "interrupts", "raised", "served", "mean wait", "at most",
                                "handlers", "mean cycles", "at most", "busy %");
  const uint64_t cycles = s.end.tick / s.params.clock_xscale_div;
  const auto mean = [](uint64_t sum, uint64_t n) {
    return ratio(static_cast<double>(sum), static_cast<double>(n), 1);
  };
  const auto most = [](uint64_t value, uint64_t n) {
    return n ? fmt::format("{}", value) : std::string("-");
  };
  for (const auto& [name, f] : s.sources)
    out +=
        fmt::format("{:<22} {:>8} {:>8} {:>9} {:>10} {:>9} {:>12} {:>10} {:>8}\n", name, f.raised,
                    f.served, mean(f.wait_cycles, f.served), most(f.wait_max_cycles, f.served),
                    f.handlers, mean(f.handler_cycles, f.handlers),
                    most(f.handler_max_cycles, f.handlers), percent(f.handler_cycles, cycles));
  return out;
}

std::string rings_text(const Statistics& s) {
  if (s.rings.empty() && s.queues.empty()) return {};
  std::string out = fmt::format("{:<16} {:>12} {:>12} {:>8} {:>8} {:>9} {:>8} {:>8}\n", "queue",
                                "puts", "gets", "size", "high", "mean", "at end", "overruns");
  for (const RingFigures& r : s.rings) {
    if (r.stats.puts == 0 && r.stats.gets == 0 && r.depth == 0) continue;
    out +=
        fmt::format("{:<16} {:>12} {:>12} {:>8} {:>8} {:>9} {:>8} {:>8}\n",
                    !r.set_up        ? fmt::format("ring {} not set up", r.number)
                    : r.name.empty() ? fmt::format("ring {}", r.number)
                                     : r.name,
                    r.stats.puts, r.stats.gets - r.stats.empty_gets, r.size, r.stats.depth.max(),
                    mean(r.stats.depth.mean(s.end.tick), s.end.tick, 1), r.depth, r.stats.overruns);
  }
  for (const QueueFigures& q : s.queues)
    out +=
        fmt::format("{:<16} {:>12} {:>12} {:>8} {:>8} {:>9} {:>8} {:>8}\n",
                    fmt::format("sram{} entry {}", q.channel, q.entry), q.stats.puts, q.stats.gets,
                    "", q.stats.depth.max(), mean(q.stats.depth.mean(s.end.tick), s.end.tick, 1),
                    q.stats.depth.depth(), q.stats.refused);
  for (const RingFigures& r : s.rings)
    if (!r.remark.empty()) out += fmt::format("  {}\n", r.remark);
  return out;
}

std::string ports_text(const Statistics& s) {
  if (s.ports.empty()) return {};
  std::string out =
      fmt::format("{:<8} {:>10} {:>12} {:>10} {:>12} {:>8} {:>8} {:>26}\n", "port", "frames",
                  "bytes", "Mbit/s", "frames/s", "errors", "lost", "delay min/mean/max ns");
  const uint64_t hz = s.params.pll_hz();
  for (const PortFigures& p : s.ports) {
    const DelayMeter::Delay& d = p.delay;
    const auto ns = [&](uint64_t cycles) { return nanoseconds(cycles, s.params.me_hz()); };
    out += fmt::format("{:<8} {:>10} {:>12} {:>10.1f} {:>12.0f} {:>8} {:>8} {:>26}\n",
                       fmt::format("{} {}", p.port, name(p.direction)), p.stats.frames,
                       p.stats.bytes, static_cast<double>(p.stats.kbit_per_s(s.end.tick, hz)) / 1e3,
                       static_cast<double>(p.stats.millframes_per_s(s.end.tick, hz)) / 1e3,
                       p.stats.error_frames, p.stats.lost() + p.rbuf_overflow,
                       d.frames                       ? fmt::format("{}/{}/{}", ns(d.min),
                                                                    mean_nanoseconds(d.sum, d.frames, s.params.me_hz()),
                                                                    ns(d.max))
                       : p.direction == Direction::Tx ? "-"
                                                      : "");
  }
  for (const PortFigures& p : s.ports)
    if (p.source.padded || p.source.cut || p.source.skipped)
      out += fmt::format("port {}: of its packet streams {} frames padded, {} cut, {} skipped\n",
                         p.port, p.source.padded, p.source.cut, p.source.skipped);
  return out;
}

std::string accounts_text(const Accounts& a) {
  const PacketLedger::Totals& t = a.ledger;
  if (t.received == 0 && t.transmitted_untagged == 0 && a.counted == 0) return {};
  const auto fate = [&](Fate f) { return t.by_fate[static_cast<unsigned>(f)]; };
  std::string out = fmt::format("Frames: {} received = {} delivered + {} dropped by hardware + {} "
                                "in port buffers + {} in RBUF\n",
                                t.received, fate(Fate::Delivered), a.dropped(), fate(Fate::InPort),
                                fate(Fate::InRbuf));
  for (unsigned r = 1; r < kDropReasons; ++r)
    if (t.dropped[r])
      out += fmt::format("  dropped: {} {}\n", t.dropped[r], name(static_cast<DropReason>(r)));
  out += fmt::format(
      "        {} delivered{}{} = {} transmitted + {} dropped by microcode{} + {} {}\n",
      fate(Fate::Delivered), t.dropped_seen ? fmt::format(" + {} cut off", t.dropped_seen) : "",
      a.counted_early ? fmt::format(" + {} counted before their end", a.counted_early) : "",
      t.received_and_transmitted, a.counted,
      a.lost_sum ? fmt::format(" + {} lost", a.lost_sum) : "", a.inside,
      a.counters.empty() ? "inside or dropped (no [counters])" : "inside");
  for (const auto& [name, value] : a.counters)
    if (value) out += fmt::format("  dropped: {} {}\n", value, name);
  for (const auto& [what, frames] : a.lost)
    out += fmt::format("  lost: {} {}\n", frames, what);
  for (const auto& [ring, words] : a.unknown_words)
    out += fmt::format("  {} longwords lost in {}: which frames they were is not known\n", words,
                       ring);
  if (!a.error.empty()) out += "  NOT ALL FRAMES ARE ACCOUNTED FOR: " + a.error + '\n';
  return out;
}

std::string buffers_text(const Statistics& s) {
  std::string out;
  for (const BufferAudit& a : s.buffers) {
    out += fmt::format("Buffers of sram{} entry {}: ", a.channel, a.entry);
    if (!a.known) {
      out += fmt::format("{}; microcode loaded another descriptor there\n", a.buffers);
      continue;
    }
    out +=
        fmt::format("{} = {} free + {} queued + {} in use", a.buffers, a.free, a.queued, a.in_use);
    if (a.held) out += fmt::format(" ({} held)", a.held);
    if (a.unreachable) out += fmt::format(" + {} unreachable", a.unreachable);
    out += '\n';
    if (const std::string error = a.error(); !error.empty()) out += "  WRONG: " + error + '\n';
  }
  return out;
}

std::string tallies_text(const Statistics& s) {
  std::string out;
  for (const Tally& t : s.tallies)
    if (t.value)
      out += fmt::format("  {}: {} {}\n", t.counts == Counts::Losses ? "lost" : "counted", t.value,
                         t.block.empty() ? t.name : fmt::format("{} ({})", t.name, t.block));
  return out.empty() ? out : "Counters of microcode:\n" + out;
}

} // namespace

std::string to_table(const Statistics& s) {
  std::string out = fmt::format("{}: {} cycles, {:.3f} ms, seed {}; {}{}\n", s.system, s.cycles(),
                                static_cast<double>(s.time_ns()) * 1e-6, s.seed,
                                s.end.failed() ? "" : "ended by ", s.end.text);
  for (const std::string& part :
       {microengines_text(s), units_text(s), sources_text(s), rings_text(s), ports_text(s),
        accounts_text(s.accounts), buffers_text(s), tallies_text(s)})
    if (!part.empty()) out += '\n' + part;
  return out;
}

} // namespace ixp
