#include "tools/ixplog/passages.h"

#include "base/diagnostic.h"
#include "tools/ixplog/run_account.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace ixp {

namespace {

// Data of a received frame until it leaves; small, because long logs have many.
struct Arrival {
  FrameName tag;
  uint64_t eop;
  std::optional<FlowFrame> id;
  unsigned port;
  uint16_t log; // index of its log: one per port and direction
  bool transmitted = false;
};
using Arrivals = std::vector<Arrival>; // by tag

void check_directions(const OpenLogs& logs) {
  bool rx = false, tx = false;
  for (const PortLogReader& log : logs)
    (log.header().direction == Direction::Rx ? rx : tx) = true;
  if (!rx || !tx)
    throw InputError(fmt::format("no {} log among those given; expected both directions",
                                 rx ? "transmit" : "receive"));
}

Arrivals arrivals_of(OpenLogs& logs, const OnReceived& on_received) {
  Arrivals out;
  for (PortLogReader& log : logs) {
    if (log.header().direction != Direction::Rx) continue;
    const size_t before = out.size();
    for (PortLogLine l; log.next(l);) {
      if (!l.tag)
        throw InputError({log.name(), l.line}, "a received frame without a tag, expected p0.17");
      out.push_back({*l.tag, l.eop_cycle, read_flow_frame(l.data), log.header().port,
                     static_cast<uint16_t>(&log - logs.data())});
      if (on_received) on_received(l, log.header().port);
    }
    check_whole(log, out.size() - before);
  }
  std::ranges::sort(out, {}, &Arrival::tag);
  const auto twice = std::ranges::adjacent_find(out, {}, &Arrival::tag);
  if (twice != out.end()) {
    const std::string &first = logs[twice->log].name(), &second = logs[twice[1].log].name();
    throw InputError({first},
                     fmt::format("frame {} was received twice, {}; expected logs of one run",
                                 twice->tag.text(),
                                 first == second ? "both times here" : "also in " + second));
  }
  return out;
}

void match(PortLogReader& log, Arrivals& arrivals, Passages& out) {
  uint64_t frames = 0;
  for (PortLogLine l; log.next(l); ++frames) {
    if (!l.tag) {
      ++out.made_by_microcode;
      continue;
    }
    const auto in = std::ranges::lower_bound(arrivals, *l.tag, {}, &Arrival::tag);
    if (in == arrivals.end() || in->tag != *l.tag || l.eop_cycle < in->eop) {
      ++out.unmatched;
      continue;
    }
    in->transmitted = true;
    out.frames.push_back(
        {in->tag, in->port, log.header().port, in->eop, l.sop_cycle, l.eop_cycle, l.bytes, in->id});
  }
  check_whole(log, frames);
}

void sort_by_departure(std::vector<Group>& groups) {
  for (Group& g : groups)
    std::ranges::sort(g.frames, {}, [](const Passage* p) { return std::pair(p->tx_eop, p); });
}

} // namespace

Passages match_frames(OpenLogs logs, const OnReceived& on_received) {
  check_one_run(logs);
  check_directions(logs);
  Passages out;
  out.me_hz = logs.front().header().me_hz;
  Arrivals arrivals = arrivals_of(logs, on_received);
  out.received = arrivals.size();
  for (PortLogReader& log : logs) {
    if (log.header().direction != Direction::Tx) continue;
    out.link_mbps[log.header().port] = log.header().rate_mbps;
    match(log, arrivals, out);
  }
  check_one_run(logs); // after the last frame, all logs have the run's end
  out.not_transmitted =
      static_cast<uint64_t>(std::ranges::count(arrivals, false, &Arrival::transmitted));
  return out;
}

bool Window::has(uint64_t cycle, uint64_t me_hz) const {
  const double hz = static_cast<double>(me_hz), at = static_cast<double>(cycle);
  return at >= from_ms * hz / 1e3 && (!to_ms || at < *to_ms * hz / 1e3);
}

void keep(Passages& passages, const Window& window) {
  std::erase_if(passages.frames,
                [&](const Passage& p) { return !window.has(p.rx_eop, passages.me_hz); });
}

std::vector<Group> by_port(const Passages& p) {
  std::map<unsigned, Group> ports;
  for (const Passage& frame : p.frames)
    ports[frame.tx_port].frames.push_back(&frame);
  std::vector<Group> out;
  for (auto& [port, group] : ports)
    out.push_back({fmt::format("port {}", port), std::move(group.frames)});
  sort_by_departure(out);
  return out;
}

static const Flow& described(const Passage& p, const FlowFile& flows) {
  if (const Flow* f = flows.find(p.id->flow)) return *f;
  throw InputError({flows.path},
                   fmt::format("does not describe flow {}, which frame {} belongs to; "
                               "expected the description the streams were made from",
                               p.id->flow, p.tag.text()));
}

std::vector<Group> by_flow(const Passages& p, const FlowFile* flows) {
  std::map<unsigned, Group> by_number;
  for (const Passage& frame : p.frames) {
    if (!frame.id) continue;
    Group& g = by_number[frame.id->flow];
    if (g.frames.empty())
      g.name = flows ? described(frame, *flows).name : fmt::format("flow {}", frame.id->flow);
    g.frames.push_back(&frame);
  }
  std::vector<Group> out;
  for (auto& [number, group] : by_number)
    out.push_back(std::move(group));
  sort_by_departure(out);
  return out;
}

std::vector<Group> by_category(const Passages& p, const FlowFile& flows) {
  std::vector<Group> out;
  for (const Flow& f : flows.flows)
    if (!f.category().empty() && std::ranges::find(out, f.category(), &Group::name) == out.end())
      out.push_back({f.category(), {}});
  for (const Passage& frame : p.frames) {
    if (!frame.id) continue;
    const auto g = std::ranges::find(out, described(frame, flows).category(), &Group::name);
    if (g != out.end()) g->frames.push_back(&frame);
  }
  std::erase_if(out, [](const Group& g) { return g.frames.empty(); });
  sort_by_departure(out);
  return out;
}

Group all_frames(const Passages& p) {
  std::vector<Group> out(1);
  out[0].name = "all";
  for (const Passage& frame : p.frames)
    out[0].frames.push_back(&frame);
  sort_by_departure(out);
  return out[0];
}

} // namespace ixp
