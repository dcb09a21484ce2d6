#include "tools/ixplog/delay.h"

#include "base/diagnostic.h"
#include "tools/ixplog/logs.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <nlohmann/json.hpp>
#include <unordered_map>

namespace ixp {

namespace {

struct Arrival {
  unsigned port;
  uint64_t eop;
  bool transmitted = false;
};
using Arrivals = std::unordered_map<std::string, Arrival>;

void check_headers(const std::vector<PortLog>& logs) {
  bool rx = false, tx = false;
  for (const PortLog& log : logs) {
    (log.header.direction == Direction::Rx ? rx : tx) = true;
    if (log.header.me_hz != logs.front().header.me_hz)
      throw InputError(fmt::format("the logs are of runs with different clocks, {} and {} Hz",
                                   logs.front().header.me_hz, log.header.me_hz));
  }
  if (!rx || !tx)
    throw InputError(fmt::format("no {} log among those given; expected both directions",
                                 rx ? "transmit" : "receive"));
}

Arrivals arrivals_of(const std::vector<PortLog>& logs) {
  Arrivals out;
  for (const PortLog& log : logs) {
    if (log.header.direction != Direction::Rx) continue;
    for (const PortLogLine& l : log.lines)
      if (!out.emplace(l.tag, Arrival{log.header.port, l.eop_cycle}).second)
        throw InputError(
            fmt::format("frame {} was received twice; expected logs of one run", l.tag));
  }
  return out;
}

void match(const PortLog& log, Arrivals& arrivals, DelayReport& report) {
  for (const PortLogLine& l : log.lines) {
    if (l.tag == "-") {
      ++report.made_by_microcode;
      continue;
    }
    const auto it = arrivals.find(l.tag);
    if (it == arrivals.end() || l.eop_cycle < it->second.eop) {
      ++report.unmatched;
      continue;
    }
    it->second.transmitted = true;
    report.frames.push_back(
        {l.tag, it->second.port, log.header.port, it->second.eop, l.eop_cycle, l.bytes});
  }
}

uint64_t percentile(const std::vector<uint64_t>& sorted, double fraction) {
  const auto rank = static_cast<size_t>(std::ceil(fraction * static_cast<double>(sorted.size())));
  return sorted[std::max<size_t>(rank, 1) - 1];
}

} // namespace

DelaySummary summarise(std::string name, std::vector<uint64_t> cycles) {
  DelaySummary s;
  s.name = std::move(name);
  s.count = cycles.size();
  if (cycles.empty()) return s;
  std::ranges::sort(cycles);
  const double n = static_cast<double>(cycles.size());
  double sum = 0, squares = 0;
  for (uint64_t c : cycles)
    sum += static_cast<double>(c);
  s.mean = sum / n;
  for (uint64_t c : cycles)
    squares += (static_cast<double>(c) - s.mean) * (static_cast<double>(c) - s.mean);
  s.deviation = std::sqrt(squares / n);
  s.min = cycles.front();
  s.max = cycles.back();
  s.p50 = percentile(cycles, 0.5);
  s.p90 = percentile(cycles, 0.9);
  s.p99 = percentile(cycles, 0.99);
  s.p999 = percentile(cycles, 0.999);
  return s;
}

DelayReport measure_delay(const std::vector<PortLog>& logs) {
  check_headers(logs);
  DelayReport report;
  report.me_hz = logs.front().header.me_hz;
  Arrivals arrivals = arrivals_of(logs);
  report.received = arrivals.size();
  for (const PortLog& log : logs)
    if (log.header.direction == Direction::Tx) match(log, arrivals, report);
  for (const auto& [tag, arrival] : arrivals)
    if (!arrival.transmitted) ++report.not_transmitted;

  std::map<unsigned, std::vector<uint64_t>> by_port;
  std::vector<uint64_t> all;
  for (const FrameDelay& f : report.frames) {
    by_port[f.tx_port].push_back(f.cycles());
    all.push_back(f.cycles());
  }
  for (auto& [port, cycles] : by_port)
    report.summaries.push_back(summarise(fmt::format("port {}", port), std::move(cycles)));
  report.summaries.push_back(summarise("all", std::move(all)));
  return report;
}

std::string delay_table(const DelayReport& r) {
  const double ns = r.me_hz ? 1e9 / static_cast<double>(r.me_hz) : 0;
  std::string out =
      fmt::format("Delay in ns, last byte in to last byte out\n"
                  "{:<8} {:>9} {:>10} {:>10} {:>10} {:>10} {:>10} {:>10} {:>10} {:>10}\n",
                  "to", "frames", "min", "mean", "max", "std", "50 %", "90 %", "99 %", "99.9 %");
  for (const DelaySummary& s : r.summaries) {
    const auto t = [&](auto cycles) { return static_cast<double>(cycles) * ns; };
    out += fmt::format("{:<8} {:>9} {:>10.0f} {:>10.0f} {:>10.0f} {:>10.0f} {:>10.0f} {:>10.0f} "
                       "{:>10.0f} {:>10.0f}\n",
                       s.name, s.count, t(s.min), t(s.mean), t(s.max), t(s.deviation), t(s.p50),
                       t(s.p90), t(s.p99), t(s.p999));
  }
  out +=
      fmt::format("{} frames received, {} of them not transmitted", r.received, r.not_transmitted);
  if (r.made_by_microcode) out += fmt::format("; {} made by microcode", r.made_by_microcode);
  if (r.unmatched) out += fmt::format("; {} transmitted without a record of arrival", r.unmatched);
  return out + '\n';
}

std::string delay_csv(const DelayReport& r) {
  std::string out = "tag,rx_port,tx_port,bytes,rx_eop_cycle,tx_eop_cycle,delay_cycles,delay_ns\n";
  for (const FrameDelay& f : r.frames)
    out += fmt::format("{},{},{},{},{},{},{},{}\n", f.tag, f.rx_port, f.tx_port, f.bytes, f.rx_eop,
                       f.tx_eop, f.cycles(), cycles_to_ns(f.cycles(), r.me_hz));
  return out;
}

std::string delay_json(const DelayReport& r) {
  nlohmann::ordered_json out;
  out["me_hz"] = r.me_hz;
  out["received"] = r.received;
  out["not_transmitted"] = r.not_transmitted;
  out["made_by_microcode"] = r.made_by_microcode;
  out["unmatched"] = r.unmatched;
  for (const DelaySummary& s : r.summaries)
    out["delay_cycles"].push_back({{"to", s.name},
                                   {"frames", s.count},
                                   {"min", s.min},
                                   {"mean", s.mean},
                                   {"max", s.max},
                                   {"std", s.deviation},
                                   {"p50", s.p50},
                                   {"p90", s.p90},
                                   {"p99", s.p99},
                                   {"p99.9", s.p999}});
  return out.dump(2) + '\n';
}

} // namespace ixp
