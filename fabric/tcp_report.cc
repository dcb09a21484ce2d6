#include "fabric/report.h"

#include <algorithm>
#include <fmt/format.h>

namespace ixp::fabric {

namespace {

using Json = nlohmann::ordered_json;

// In-order data received, as a share of line capacity.
Estimate goodput(const FabricConfig& config, const Meter& meter) {
  return estimate(
      meter.batches(), [](const Batch& b) { return b.tcp.bytes; },
      [&](const Batch& b) { return b.slots * config.ports * kCellBytes; });
}

Estimate round_trip(const Meter& meter) {
  return estimate(
      meter.batches(), [](const Batch& b) { return b.tcp.round_trip_slots; },
      [](const Batch& b) { return b.tcp.round_trips; });
}

Estimate completion(const Meter& meter, size_t size) {
  return estimate(
      meter.batches(), [&](const Batch& b) { return b.tcp.completed[size].slots; },
      [&](const Batch& b) { return b.tcp.completed[size].flows; });
}

// The smallest time that `percent` of the flows do not exceed.
uint64_t percentile(std::vector<uint64_t> times, unsigned percent) {
  const size_t at = (times.size() * percent + 99) / 100 - 1;
  const auto place = times.begin() + static_cast<std::ptrdiff_t>(at);
  std::nth_element(times.begin(), place, times.end());
  return *place;
}

Json completions(const FabricConfig& config, const Meter& meter) {
  Json out = Json::array();
  for (unsigned k = 0; k < config.tcp.sizes.size(); ++k) {
    const auto& times = meter.completions(k);
    Json entry = {{"bytes", config.tcp.sizes[k].bytes}, {"flows", times.size()}};
    entry.update(json(completion(meter, k)));
    for (unsigned percent : {50, 99, 100})
      entry[fmt::format("percentile_{}", percent)] =
          times.empty() ? Json() : Json(percentile(times, percent));
    out.push_back(entry);
  }
  return out;
}

} // namespace

Json tcp_configuration(const TcpConfig& c) {
  return {{"load", static_cast<double>(c.load) / static_cast<double>(kMillion)},
          {"endless", c.endless},
          {"segment", c.segment},
          {"delay", c.delay},
          {"line", c.short_first ? "short-first" : "fifo"},
          {"window", c.window},
          {"initial_window", c.initial_window},
          {"ack_every", c.ack_every},
          {"ack_delay", c.ack_delay},
          {"timeout_min", c.timeout_min},
          {"timeout_max", c.timeout_max}};
}

Json tcp_statistics(const FabricConfig& config, const Meter& meter) {
  const TcpCounts t = meter.total().tcp;
  return {{"goodput", json(goodput(config, meter))},
          {"completion", completions(config, meter)},
          {"round_trip", json(round_trip(meter))},
          {"flows_begun", t.begun},
          {"segments", t.segments},
          {"segments_again", t.again},
          {"segments_ahead", t.ahead},
          {"acks", t.acks},
          {"dropped", t.dropped},
          {"fast_retransmits", t.fast_retransmits},
          {"timeouts", t.timeouts}};
}

Json order_statistics(const FabricConfig& config, const Meter& meter) {
  const OrderCounts counts = meter.total().order;
  const bool flows = config.traffic.destinations == Destinations::Flows;
  Json left = Json::object(), late = Json::array();
  for (size_t c = 0; c < kContents; ++c) {
    const char* of = name(static_cast<Content>(c));
    if (counts.left[c]) left[of] = counts.left[c];
    for (size_t by = 0; by < kContents; ++by)
      if (counts.late[c][by])
        late.push_back({{"packets", of},
                        {"behind", name(static_cast<Content>(by))},
                        {"late", counts.late[c][by]}});
  }
  return {{"flows", flows ? "of the captures" : "pairs of ports"}, {"left", left}, {"late", late}};
}

std::string tcp_text(const FabricConfig& config, const Meter& meter) {
  if (!config.tcp.enabled()) return {};
  const TcpCounts t = meter.total().tcp;
  std::string out = fmt::format(
      "\nTCP: goodput {} of the lines, round trip {} slots\n"
      "     {} segments, {} of them sent again, {} timeouts; {} ACKs; {} packets dropped\n",
      text(goodput(config, meter), 4), text(round_trip(meter), 1), t.segments, t.again, t.timeouts,
      t.acks, t.dropped);
  for (unsigned k = 0; k < config.tcp.sizes.size(); ++k) {
    const auto& times = meter.completions(k);
    out +=
        fmt::format("     {} flows of {} bytes completed", times.size(), config.tcp.sizes[k].bytes);
    if (!times.empty())
      out += fmt::format(" in {} slots, 99 % of them in {}", text(completion(meter, k), 1),
                         percentile(times, 99));
    out += '\n';
  }
  return out;
}

std::string order_text(const FabricConfig& config, const Meter& meter) {
  const OrderCounts counts = meter.total().order;
  const bool flows = config.traffic.destinations == Destinations::Flows;
  std::string out;
  for (size_t c = 0; c < kContents; ++c)
    for (size_t by = 0; by < kContents; ++by)
      if (counts.late[c][by])
        out += fmt::format("Late: {} of {} packets ({}) left after a later one of their {} ({})\n",
                           counts.late[c][by], counts.left[c], name(static_cast<Content>(c)),
                           flows ? "flow" : "input and output", name(static_cast<Content>(by)));
  return out;
}

} // namespace ixp::fabric
