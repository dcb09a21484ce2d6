// The head of the page: the verdict in a word and a sentence, and four key figures.
#include "emu/report/report.h"

#include "base/figure.h"

#include <fmt/format.h>
#include <string_view>

namespace ixp {

namespace {

// "1,234,567"
std::string grouped(uint64_t n) {
  std::string text = fmt::format("{}", n);
  for (size_t at = text.size(); at > 3;)
    text.insert(at -= 3, 1, ',');
  return text;
}

std::string counted(uint64_t n, const char* noun) {
  return fmt::format("{} {}{}", n ? grouped(n) : "no", noun, n == 1 ? "" : "s");
}

// Received frames that are neither transmitted nor inside. Idle C-frames carry nothing.
uint64_t lost_frames(const Accounts& a) {
  return a.dropped() + a.counted + a.lost_sum - a.ledger.dropped_seen -
         a.ledger.dropped[static_cast<unsigned>(DropReason::IdleCFrame)];
}

uint64_t hazards_of(const Statistics& s) {
  uint64_t n = 0;
  for (const auto& [kind, times] : s.hazards)
    n += times;
  return n;
}

// Losses that --fail-on none ignores.
std::vector<std::string> ignored(const Statistics& s) {
  std::vector<std::string> out;
  const auto add = [&](const auto& all) {
    for (const auto& it : all)
      if (std::string error = it.error(); !error.empty()) out.push_back(std::move(error));
  };
  add(s.buffers);
  add(s.tallies);
  return out;
}

std::string figure(std::string_view name, const std::string& value, const std::string& note) {
  return fmt::format("<div><span>{}</span><b>{}</b><span>{}</span></div>\n", name, value, note);
}

std::string frames_figure(const Accounts& a) {
  const PacketLedger::Totals& t = a.ledger;
  const uint64_t lost = lost_frames(a);
  const uint64_t left = t.received_and_transmitted + lost;
  std::string note = counted(t.received - std::min(left, t.received), "frame") +
                     (a.counters.empty() ? " inside or dropped by microcode" : " inside");
  if (t.transmitted_untagged)
    note += fmt::format("; {} more made by microcode", grouped(t.transmitted_untagged));
  return figure("frames in / out / lost",
                fmt::format("{} / {} / {}", grouped(t.received),
                            grouped(t.received_and_transmitted), grouped(lost)),
                note);
}

std::string throughput_figure(const Statistics& s) {
  uint64_t kbit = 0, lines = 0;
  bool limited = true;
  for (const PortFigures& p : s.ports) {
    if (p.direction == Direction::Rx) continue;
    kbit += p.stats.kbit_per_s(s.end.tick, s.params.pll_hz());
    lines += p.rate_mbps;
    limited = limited && p.rate_mbps;
  }
  return figure("throughput", grouped((kbit + 500) / 1000) + " Mbit/s",
                lines && limited
                    ? fmt::format("transmitted; the lines carry {} Mbit/s", grouped(lines))
                    : "transmitted");
}

std::string delay_figure(const Statistics& s, const DelayCounts& delays) {
  if (delays.frames() == 0) return figure("delay, median / 99 %", "&ndash;", "no frame");
  const auto us = [&](double share) {
    return static_cast<double>(delays.at_most(share)) * 1e6 / static_cast<double>(s.params.me_hz());
  };
  return figure("delay, median / 99 %", fmt::format("{:.2f} / {:.2f} µs", us(0.5), us(0.99)),
                fmt::format("at most {:.2f} µs", us(1)));
}

} // namespace

// "reached packets_tx=90", "ended (idle)"
static std::string ending(const std::string& text) {
  return text.find('=') == text.npos ? "ended (" + text + ")" : "reached " + text;
}

std::string verdict(const Statistics& s) {
  const uint64_t lost = lost_frames(s.accounts), hazards = hazards_of(s);
  const std::vector<std::string> losses = ignored(s);
  const bool interrupted = s.end.reason == EndReason::Interrupted, failed = !s.failures.empty(),
             lossless = !lost && losses.empty(), good = lossless && !hazards;
  const char* kind = failed ? "bad" : good ? "good" : "warn";
  const char* word = interrupted ? "Interrupted"
                     : failed    ? "Failed"
                     : good      ? "Completed"
                     : lossless  ? "Completed with hazards"
                                 : "Completed with losses";
  std::string sentence;
  if (failed) {
    sentence = fmt::format("The run {}{}",
                           interrupted ? "was " : "failed: ", fmt::join(s.failures, "; and "));
  } else {
    sentence =
        fmt::format("The run {}, with {} lost{} and {}", ending(s.end.text), counted(lost, "frame"),
                    s.accounts.counters.empty() ? " by hardware" : "", counted(hazards, "hazard"));
    for (const std::string& loss : losses)
      sentence += "; ignored: " + loss;
  }
  return fmt::format("<p class=\"verdict {}\"><b>{}</b>{}.</p>\n", kind, word,
                     escape_markup(sentence));
}

std::string key_figures(const Statistics& s, const DelayCounts& delays) {
  return "<div class=\"figures\">\n" + frames_figure(s.accounts) + throughput_figure(s) +
         delay_figure(s, delays) +
         figure("emulated time", fmt::format("{:.3f} ms", static_cast<double>(s.time_ns()) / 1e6),
                fmt::format("{} of {} MHz", counted(s.cycles(), "cycle"),
                            s.params.me_hz() / 1'000'000)) +
         "</div>\n";
}

} // namespace ixp
