#include "tools/ixplog/flow_report.h"

#include "base/diagnostic.h"
#include "tools/ixplog/flow_key.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <set>
#include <unordered_map>

namespace ixp {

// Without recursion: a * is tried again, one character further on, where the rest does not fit.
static bool matches(std::string_view pattern, std::string_view text) {
  size_t p = 0, t = 0, star = pattern.npos, from = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      from = t;
    } else if (p < pattern.size() && pattern[p] == text[t]) {
      ++p;
      ++t;
    } else if (star != pattern.npos) {
      p = star + 1;
      t = ++from;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', p) == pattern.npos;
}

bool FlowSelection::holds(const std::string& name, const std::string& of_category) const {
  return (flow.empty() || matches(flow, name)) &&
         (category.empty() || matches(category, of_category));
}

namespace {

struct Received {
  const PortLogLine* line = nullptr;
  unsigned port = 0;
  size_t flow = 0;
  const Passage* passage = nullptr; // the first time it left
};
struct Left {
  const Passage* passage;
  unsigned rx_port;
  size_t flow;
};

} // namespace

struct FramesOfFlows {
  FramesOfFlows(const std::vector<PortLog>& logs, const FlowFile* flows)
      : passages_(match_frames(logs)), account_(read_account(logs)) {
    if (passages_.me_hz == 0)
      throw InputError({logs.front().name, 1, 0}, "says no clock, expected me_hz=HZ");
    find_flows(logs, flows);
    find_departures();
  }

  void find_flows(const std::vector<PortLog>& logs, const FlowFile* flows) {
    const FlowKeys keys(flows);
    std::map<std::string, FlowKey> known;
    for (FlowKey& key : keys.described())
      known.emplace(key.order, key);
    std::vector<std::string> order; // of each frame
    for (const PortLog& log : logs) {
      if (log.header.direction != Direction::Rx) continue;
      for (const PortLogLine& line : log.lines) {
        FlowKey key = keys.of(line, log.header.port);
        received_.push_back({&line, log.header.port, 0, nullptr});
        order.push_back(key.order);
        known.emplace(key.order, std::move(key));
      }
    }
    std::map<std::string, size_t> index;
    for (const auto& [place, key] : known) {
      index.emplace(place, flows_.size());
      flows_.push_back(key);
    }
    for (size_t i = 0; i < received_.size(); ++i)
      received_[i].flow = index.at(order[i]);
  }

  void find_departures() {
    std::unordered_map<std::string, Received*> by_tag;
    for (Received& r : received_)
      by_tag.emplace(r.line->tag, &r);
    for (const Passage& p : passages_.frames) {
      Received& r = *by_tag.at(p.tag);
      if (!r.passage) r.passage = &p;
      left_.push_back({&p, r.port, r.flow});
    }
  }

  Passages passages_;
  std::optional<RunAccount> account_;
  std::vector<FlowKey> flows_;
  std::vector<Received> received_; // by port, then time
  std::vector<Left> left_;
};

namespace {

class Measure {
public:
  Measure(const FramesOfFlows& data, const FlowOptions& options)
      : options_(options), data_(data), passages_(data.passages_), account_(data.account_),
        flows_(data.flows_) {
    select(options.select);
    report_.me_hz = passages_.me_hz;
    report_.account = account_.has_value();
    report_.lost_before = account_ ? account_->lost_before : 0;
  }

  FlowReport report() {
    const double from = options_.window.from_ms;
    const double to = options_.window.to_ms.value_or(last_ms());
    report_.whole = {from > 0 ? from : first_ms(), to, figures(received_, left_, from, to)};
    report_.all = all_of(from, to);
    for (const Received& r : received_)
      if (in(r, from, to)) {
        ++report_.frames;
        report_.cut += r.line->data.size() < r.line->bytes;
      }
    const double rate_span = (to - report_.whole.from_ms) / 1e3;
    set_rates(report_.whole.flows, rate_span);
    set_rates(report_.all, rate_span);
    if (options_.slice_ms > 0) slice(from, to);
    return std::move(report_);
  }

private:
  void select(const FlowSelection& s) {
    std::vector<bool> wanted;
    for (const FlowKey& f : flows_)
      wanted.push_back(s.holds(f.name, f.category));
    for (const Received& r : data_.received_)
      if (wanted[r.flow] && (!s.rx || *s.rx == r.port) &&
          (!s.tx || (r.passage && r.passage->tx_port == *s.tx)))
        received_.push_back(r);
    for (const Left& l : data_.left_)
      if (wanted[l.flow] && (!s.rx || *s.rx == l.rx_port) && (!s.tx || l.passage->tx_port == *s.tx))
        left_.push_back(l);
  }
  // Of the whole run, whatever is selected of it.
  double ms(uint64_t cycle) const {
    return static_cast<double>(cycle) * 1e3 / static_cast<double>(passages_.me_hz);
  }
  double first_ms() const {
    uint64_t first = ~uint64_t{0};
    for (const Received& r : data_.received_)
      first = std::min(first, r.line->sop_cycle);
    return data_.received_.empty() ? 0 : ms(first);
  }
  // The end of what the logs show, so that every frame is before it.
  double last_ms() const {
    uint64_t last = 0;
    for (const Received& r : data_.received_)
      last = std::max(last, r.line->eop_cycle);
    for (const Passage& p : passages_.frames)
      last = std::max(last, p.tx_eop);
    return std::nextafter(ms(last), 1e300);
  }
  bool in(const Received& r, double from, double to) const {
    const double at = ms(r.line->eop_cycle);
    return from <= at && at < to;
  }

  // Where it is, or what became of it, as far as anybody knows.
  void did_not_leave(const Received& r, FlowFigures& f) const {
    if (!account_) {
      ++f.lost;
      return;
    }
    if (const auto at = account_->inside.find(r.line->tag); at != account_->inside.end()) {
      ++f.inside;
      ++f.where[at->second];
      return;
    }
    ++f.lost;
    if (const auto at = account_->lost.find(r.line->tag); at != account_->lost.end())
      ++f.where[at->second];
    else
      ++f.where[reason()];
  }
  // What is counted, not remembered by frame, is known when there was only one reason.
  std::string reason() const {
    const auto& counted = account_->counted;
    if (counted.empty()) return "unknown";
    std::string out;
    for (const auto& [name, n] : counted)
      out += (out.empty() ? "" : " or ") + name;
    return out;
  }

  std::vector<FlowFigures> figures(const std::vector<Received>& received,
                                   const std::vector<Left>& left, double from, double to) const {
    std::vector<FlowFigures> out(flows_.size());
    std::vector<std::vector<const Passage*>> passages(flows_.size());
    std::vector<std::set<uint32_t>> sequence(flows_.size());
    for (size_t i = 0; i < out.size(); ++i) {
      out[i].name = flows_[i].name;
      out[i].category = flows_[i].category;
    }
    for (const Received& r : received) {
      if (!in(r, from, to)) continue;
      FlowFigures& f = out[r.flow];
      ++f.received;
      f.offered_bps += r.line->bytes * 8.0; // until set_rates()
      if (const auto id = read_flow_frame(r.line->data)) sequence[r.flow].insert(id->sequence);
      if (!r.passage) {
        did_not_leave(r, f);
        continue;
      }
      ++f.transmitted;
      passages[r.flow].push_back(r.passage);
    }
    for (const Left& l : left)
      if (const double at = ms(l.passage->tx_eop); from <= at && at < to)
        out[l.flow].throughput_bps += l.passage->bytes * 8.0;
    for (size_t i = 0; i < out.size(); ++i) {
      measure_delay(out[i], std::move(passages[i]));
      if (const auto& s = sequence[i]; !s.empty())
        out[i].missing = uint64_t{*s.rbegin()} - *s.begin() + 1 - s.size();
    }
    return out;
  }

  static void measure_delay(FlowFigures& f, std::vector<const Passage*> passages) {
    std::ranges::sort(passages, {}, [](const Passage* p) { return std::pair(p->tx_eop, p); });
    std::vector<uint64_t> cycles;
    for (const Passage* p : passages)
      cycles.push_back(p->cycles());
    f.delay = summarise(f.name, std::move(cycles));
    f.jitter = jitter_of({f.name, std::move(passages)});
  }

  // Jitter is of a flow; of all of them it says nothing, and stays 0.
  FlowFigures all_of(double from, double to) {
    FlowFigures all;
    all.name = "all";
    for (const FlowFigures& f : report_.whole.flows) {
      all.received += f.received;
      all.transmitted += f.transmitted;
      all.inside += f.inside;
      all.lost += f.lost;
      all.missing += f.missing;
      all.offered_bps += f.offered_bps;
      all.throughput_bps += f.throughput_bps;
    }
    std::vector<uint64_t> cycles;
    for (const Received& r : received_)
      if (r.passage && in(r, from, to)) cycles.push_back(r.passage->cycles());
    all.delay = summarise(all.name, cycles);
    std::ranges::sort(cycles);
    report_.delays = std::move(cycles);
    return all;
  }

  static void set_rates(FlowFigures& f, double seconds) {
    f.offered_bps = seconds > 0 ? f.offered_bps / seconds : 0;
    f.throughput_bps = seconds > 0 ? f.throughput_bps / seconds : 0;
  }
  static void set_rates(std::vector<FlowFigures>& flows, double seconds) {
    for (FlowFigures& f : flows)
      set_rates(f, seconds);
  }

  void slice(double from, double to) {
    constexpr double kMost = 1e6; // lines of the result
    const double width = options_.slice_ms, wanted = std::ceil((to - from) / width);
    if (!(wanted * static_cast<double>(std::max<size_t>(flows_.size(), 1)) <= kMost))
      throw InputError(fmt::format("{:.0f} windows of {} ms for each of {} flows are more than "
                                   "{:.0f} lines; expected longer windows, or --to-ms",
                                   wanted, width, flows_.size(), kMost));
    const auto n = static_cast<size_t>(wanted);
    const auto place = [&](uint64_t cycle) {
      const double at = (ms(cycle) - from) / width;
      return at < 0 ? n : std::min(static_cast<size_t>(std::min(at, wanted)), n);
    };
    std::vector<std::vector<Received>> received(n + 1);
    std::vector<std::vector<Left>> left(n + 1);
    for (const Received& r : received_)
      received[place(r.line->eop_cycle)].push_back(r);
    for (const Left& l : left_)
      left[place(l.passage->tx_eop)].push_back(l);
    for (size_t i = 0; i < n; ++i) {
      const double begin = from + static_cast<double>(i) * width;
      // The last one may go beyond the run: a rate over its last instant would say nothing.
      const double end =
          options_.window.to_ms ? std::min(begin + width, *options_.window.to_ms) : begin + width;
      // Those of this slice are those in its place, whatever the rounding of its ends.
      report_.slices.push_back({begin, end, figures(received[i], left[i], -1, 1e300)});
      set_rates(report_.slices.back().flows, (end - begin) / 1e3);
    }
  }

  const FlowOptions& options_;
  const FramesOfFlows& data_;
  const Passages& passages_;
  const std::optional<RunAccount>& account_;
  const std::vector<FlowKey>& flows_;
  std::vector<Received> received_; // those selected
  std::vector<Left> left_;
  FlowReport report_;
};

} // namespace

FlowFrames::FlowFrames(const std::vector<PortLog>& logs, const FlowFile* flows)
    : data_(std::make_unique<FramesOfFlows>(logs, flows)) {}
FlowFrames::~FlowFrames() = default;

FlowReport FlowFrames::report(const FlowOptions& options) const {
  return Measure(*data_, options).report();
}
std::vector<FlowKey> FlowFrames::flows() const {
  return data_->flows_;
}

FlowReport measure_flows(const std::vector<PortLog>& logs, const FlowFile* flows,
                         const FlowOptions& options) {
  return FlowFrames(logs, flows).report(options);
}

} // namespace ixp
