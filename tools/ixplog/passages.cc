#include "tools/ixplog/passages.h"

#include "base/diagnostic.h"
#include "tools/ixplog/logs.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <unordered_map>

namespace ixp {

namespace {

struct Arrival {
  unsigned port;
  const PortLogLine* line;
  bool transmitted = false;
};
using Arrivals = std::unordered_map<std::string, Arrival>;

void check_directions(const std::vector<PortLog>& logs) {
  bool rx = false, tx = false;
  for (const PortLog& log : logs)
    (log.header.direction == Direction::Rx ? rx : tx) = true;
  if (!rx || !tx)
    throw InputError(fmt::format("no {} log among those given; expected both directions",
                                 rx ? "transmit" : "receive"));
}

Arrivals arrivals_of(const std::vector<PortLog>& logs) {
  Arrivals out;
  for (const PortLog& log : logs) {
    if (log.header.direction != Direction::Rx) continue;
    for (const PortLogLine& l : log.lines)
      if (!out.emplace(l.tag, Arrival{log.header.port, &l}).second)
        throw InputError(
            fmt::format("frame {} was received twice; expected logs of one run", l.tag));
  }
  return out;
}

void match(const PortLog& log, Arrivals& arrivals, Passages& out) {
  for (const PortLogLine& l : log.lines) {
    if (l.tag == "-") {
      ++out.made_by_microcode;
      continue;
    }
    const auto it = arrivals.find(l.tag);
    if (it == arrivals.end() || l.eop_cycle < it->second.line->eop_cycle) {
      ++out.unmatched;
      continue;
    }
    const PortLogLine& in = *it->second.line;
    it->second.transmitted = true;
    out.frames.push_back({l.tag, it->second.port, log.header.port, in.eop_cycle, l.sop_cycle,
                          l.eop_cycle, l.bytes, read_flow_frame(in.data)});
  }
}

void sort_by_departure(std::vector<Group>& groups) {
  for (Group& g : groups)
    std::ranges::sort(g.frames, {}, [](const Passage* p) { return std::pair(p->tx_eop, p); });
}

} // namespace

Passages match_frames(const std::vector<PortLog>& logs) {
  check_one_run(logs);
  check_directions(logs);
  Passages out;
  out.me_hz = logs.front().header.me_hz;
  Arrivals arrivals = arrivals_of(logs);
  out.received = arrivals.size();
  for (const PortLog& log : logs) {
    if (log.header.direction != Direction::Tx) continue;
    out.link_mbps[log.header.port] = log.header.rate_mbps;
    match(log, arrivals, out);
  }
  for (const auto& [tag, arrival] : arrivals)
    if (!arrival.transmitted) ++out.not_transmitted;
  return out;
}

void keep(Passages& passages, const Window& window) {
  const auto cycle = [&](double ms) { return ms * static_cast<double>(passages.me_hz) / 1e3; };
  std::erase_if(passages.frames, [&](const Passage& p) {
    const auto received = static_cast<double>(p.rx_eop);
    return received < cycle(window.from_ms) || (window.to_ms && received >= cycle(*window.to_ms));
  });
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
                               p.id->flow, p.tag));
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
