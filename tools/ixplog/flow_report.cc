#include "tools/ixplog/flow_report.h"

#include "base/diagnostic.h"
#include "tools/ixplog/flow_key.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace ixp {

// Matches without recursion: on a mismatch, the last * takes one more character.
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

// Data of a received frame; small, because long logs have many.
struct Received {
  FrameName tag;
  uint64_t eop;
  const Passage* passage; // its first departure
  uint32_t bytes, flow;
  unsigned port;
  bool cut;
  std::optional<uint32_t> sequence;
};
struct Left {
  const Passage* passage;
  const Received* received;
};

// Flows, numbered in the order of their first frames.
class SeenFlows {
public:
  explicit SeenFlows(const FlowFile* file) : keys_(file) {
    for (FlowKey& key : keys_.described())
      number(std::move(key));
  }
  uint32_t of(const PortLogLine& line, unsigned port) { return number(keys_.of(line, port)); }

  // Flows in report order; `places` maps numbers to positions.
  std::vector<FlowKey> ordered(std::vector<uint32_t>& places) const {
    std::vector<FlowKey> out;
    places.resize(seen_.size());
    for (const auto& [order, flow] : seen_) {
      places[flow.number] = static_cast<uint32_t>(out.size());
      out.push_back(flow.key);
    }
    return out;
  }

private:
  struct Seen {
    FlowKey key;
    uint32_t number;
  };
  uint32_t number(FlowKey key) {
    const auto found = seen_.find(key.order);
    if (found != seen_.end()) return found->second.number;
    const auto n = static_cast<uint32_t>(seen_.size());
    std::string order = key.order;
    seen_.emplace(std::move(order), Seen{std::move(key), n});
    return n;
  }
  FlowKeys keys_;
  std::map<std::string, Seen> seen_; // by sort key
};

} // namespace

struct FramesOfFlows {
  FramesOfFlows(OpenLogs logs, const FlowFile* flows) : account_(read_account(logs.front())) {
    SeenFlows seen(flows);
    passages_ = match_frames(std::move(logs), [&](const PortLogLine& line, unsigned port) {
      const auto id = read_flow_frame(line.data);
      received_.push_back({*line.tag, line.eop_cycle, nullptr, line.bytes, seen.of(line, port),
                           port, line.data.size() < line.bytes,
                           id ? std::optional(id->sequence) : std::nullopt});
      first_sop_ = std::min(first_sop_, line.sop_cycle);
    });
    std::vector<uint32_t> places;
    flows_ = seen.ordered(places);
    for (Received& r : received_)
      r.flow = places[r.flow];
    find_departures();
  }

  void find_departures() {
    std::ranges::sort(received_, {}, &Received::tag);
    for (const Passage& p : passages_.frames) {
      Received& r = *std::ranges::lower_bound(received_, p.tag, {}, &Received::tag);
      if (!r.passage) r.passage = &p;
      left_.push_back({&p, &r});
    }
  }

  Passages passages_;
  std::optional<RunAccount> account_;
  std::vector<FlowKey> flows_;
  std::vector<Received> received_; // by tag
  std::vector<Left> left_;
  uint64_t first_sop_ = ~uint64_t{0};
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
    const double end = options_.window.to_ms.value_or(last_ms());
    // After all frames, or where nothing is left.
    const double to = std::max(from, options_.window.to_ms ? end : std::nextafter(end, 1e300));
    report_.whole = {from > 0 ? from : first_ms(), std::max(from, end),
                     figures(received_, left_, from, to)};
    report_.all = all_of(from, to);
    for (const Received* r : received_)
      if (in(*r, from, to)) {
        ++report_.frames;
        report_.cut += r->cut;
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
        received_.push_back(&r);
    for (const Left& l : data_.left_)
      if (wanted[l.received->flow] && (!s.rx || *s.rx == l.received->port) &&
          (!s.tx || l.passage->tx_port == *s.tx))
        left_.push_back(&l);
  }
  // For the whole run, not for the selection.
  double ms(uint64_t cycle) const {
    return static_cast<double>(cycle) * 1e3 / static_cast<double>(passages_.me_hz);
  }
  double first_ms() const { return data_.received_.empty() ? 0 : ms(data_.first_sop_); }
  double last_ms() const {
    uint64_t last = 0;
    for (const Received& r : data_.received_)
      last = std::max(last, r.eop);
    for (const Passage& p : passages_.frames)
      last = std::max(last, p.tx_eop);
    return ms(last);
  }
  bool in(const Received& r, double from, double to) const {
    const double at = ms(r.eop);
    return from <= at && at < to;
  }

  // Counts the frame's location or loss, as far as it is known.
  void did_not_leave(const Received& r, FlowFigures& f) const {
    if (!account_) {
      ++f.lost;
      return;
    }
    if (const auto at = account_->inside.find(r.tag.text()); at != account_->inside.end()) {
      ++f.inside;
      ++f.where[at->second];
      return;
    }
    ++f.lost;
    if (const auto at = account_->lost.find(r.tag.text()); at != account_->lost.end())
      ++f.where[at->second];
    else
      ++f.where[reason()];
  }
  // A reason counted without frames is certain only if there is just one.
  std::string reason() const {
    const auto& counted = account_->counted;
    if (counted.empty()) return "unknown";
    std::string out;
    for (const auto& [name, n] : counted)
      out += (out.empty() ? "" : " or ") + name;
    return out;
  }

  std::vector<FlowFigures> figures(const std::vector<const Received*>& received,
                                   const std::vector<const Left*>& left, double from,
                                   double to) const {
    std::vector<FlowFigures> out(flows_.size());
    std::vector<std::vector<const Passage*>> passages(flows_.size());
    std::vector<std::vector<uint32_t>> sequence(flows_.size());
    for (size_t i = 0; i < out.size(); ++i) {
      out[i].name = flows_[i].name;
      out[i].category = flows_[i].category;
    }
    for (const Received* r : received) {
      if (!in(*r, from, to)) continue;
      FlowFigures& f = out[r->flow];
      ++f.received;
      f.offered_bps += r->bytes * 8.0; // until set_rates()
      if (r->sequence) sequence[r->flow].push_back(*r->sequence);
      if (!r->passage) {
        did_not_leave(*r, f);
        continue;
      }
      ++f.transmitted;
      passages[r->flow].push_back(r->passage);
    }
    for (const Left* l : left)
      if (const double at = ms(l->passage->tx_eop); from <= at && at < to)
        out[l->received->flow].throughput_bps += l->passage->bytes * 8.0;
    for (size_t i = 0; i < out.size(); ++i) {
      measure_delay(out[i], std::move(passages[i]));
      out[i].missing = missing(std::move(sequence[i]));
    }
    return out;
  }
  // Number of missing sequence numbers between the minimum and the maximum.
  static uint64_t missing(std::vector<uint32_t> sequence) {
    if (sequence.empty()) return 0;
    std::ranges::sort(sequence);
    const uint64_t all = uint64_t{sequence.back()} - sequence.front() + 1;
    sequence.erase(std::ranges::unique(sequence).begin(), sequence.end());
    return all - sequence.size();
  }

  static void measure_delay(FlowFigures& f, std::vector<const Passage*> passages) {
    std::ranges::sort(passages, {}, [](const Passage* p) { return std::pair(p->tx_eop, p); });
    std::vector<uint64_t> cycles;
    for (const Passage* p : passages)
      cycles.push_back(p->cycles());
    f.delay = summarise(f.name, std::move(cycles));
    f.jitter = jitter_of({f.name, std::move(passages)});
  }

  // Sums over all flows. Jitter is defined per flow, and is empty here.
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
    for (const Received* r : received_)
      if (r->passage && in(*r, from, to)) cycles.push_back(r->passage->cycles());
    std::ranges::sort(cycles);
    all.delay = summarise(all.name, cycles);
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
      const bool behind = options_.window.to_ms && ms(cycle) >= to;
      return at < 0 || behind ? n : std::min(static_cast<size_t>(std::min(at, wanted)), n);
    };
    std::vector<std::vector<const Received*>> received(n + 1);
    std::vector<std::vector<const Left*>> left(n + 1);
    for (const Received* r : received_)
      received[place(r->eop)].push_back(r);
    for (const Left* l : left_)
      left[place(l->passage->tx_eop)].push_back(l);
    for (size_t i = 0; i < n; ++i) {
      const double begin = from + static_cast<double>(i) * width;
      // The last slice may extend beyond the run, since a rate over a short rest would be
      // meaningless.
      const double end =
          options_.window.to_ms ? std::min(begin + width, *options_.window.to_ms) : begin + width;
      // Frames are already assigned to slices, independent of rounding of the limits.
      report_.slices.push_back({begin, end, figures(received[i], left[i], -1, 1e300)});
      set_rates(report_.slices.back().flows, (end - begin) / 1e3);
    }
  }

  const FlowOptions& options_;
  const FramesOfFlows& data_;
  const Passages& passages_;
  const std::optional<RunAccount>& account_;
  const std::vector<FlowKey>& flows_;
  std::vector<const Received*> received_; // selected frames
  std::vector<const Left*> left_;
  FlowReport report_;
};

} // namespace

FlowFrames::FlowFrames(OpenLogs logs, const FlowFile* flows)
    : data_(std::make_unique<FramesOfFlows>(std::move(logs), flows)) {}
FlowFrames::~FlowFrames() = default;

FlowReport FlowFrames::report(const FlowOptions& options) const {
  return Measure(*data_, options).report();
}
std::vector<FlowKey> FlowFrames::flows() const {
  return data_->flows_;
}

FlowReport measure_flows(OpenLogs logs, const FlowFile* flows, const FlowOptions& options) {
  return FlowFrames(std::move(logs), flows).report(options);
}

} // namespace ixp
