#include "fabric/report.h"

#include <fmt/format.h>

namespace ixp::fabric {

namespace {

using Json = nlohmann::ordered_json;

// One class, or both together.
struct Group {
  const char* name;
  bool of_short, of_long;

  uint64_t sum(const std::array<uint64_t, 2>& by_class) const {
    return (of_short ? by_class[0] : 0) + (of_long ? by_class[1] : 0);
  }
  Times times(const Batch& b) const {
    Times t;
    if (of_short) t.add(b.times[0]);
    if (of_long) t.add(b.times[1]);
    return t;
  }
};
constexpr Group kGroups[] = {{"short", true, false}, {"long", false, true}, {"all", true, true}};

Estimate mean(const Meter& meter, const Group& group, Time time) {
  const auto k = static_cast<size_t>(time);
  return estimate(
      meter.batches(), [&](const Batch& b) { return group.times(b).sum[k]; },
      [&](const Batch& b) { return group.times(b).packets[k]; });
}

// Mean number of cells per slot and port.
template <class Cells> Estimate per_port(const Meter& meter, unsigned ports, Cells cells) {
  return estimate(meter.batches(), cells, [&](const Batch& b) { return b.slots * ports; });
}
Estimate throughput(const Meter& meter, unsigned ports) {
  return per_port(meter, ports, [](const Batch& b) { return b.crossed; });
}

Json configuration(const FabricConfig& c) {
  static constexpr const char* kArrivals[] = {"onoff", "bursty", "bernoulli"};
  static constexpr const char* kDestinations[] = {"uniform", "hotspot", "diagonal", "flows"};
  static constexpr const char* kEnter[] = {"cells", "packets"};
  const TrafficConfig& t = c.traffic;
  Json out = {{"ports", c.ports},
              {"slots", c.slots},
              {"warmup", c.warmup},
              {"batches", c.batches},
              {"seed", c.seed},
              {"speedup", static_cast<double>(c.speedup) / 1000},
              {"scheduler", c.scheduler->name}};
  if (c.scheduler->iterates) out["iterations"] = c.iterations;
  if (c.input_cells) out["input_cells"] = c.input_cells;
  if (c.tcp.enabled()) out["tcp"] = tcp_configuration(c.tcp);
  if (t.load == 0) return out;
  out["load"] = static_cast<double>(t.load) / static_cast<double>(kMillion);
  out["arrivals"] = kArrivals[static_cast<size_t>(t.arrivals)];
  out["enter"] = kEnter[t.arrivals == Arrivals::Bernoulli ? 1 : static_cast<size_t>(t.enter)];
  out["destinations"] = kDestinations[static_cast<size_t>(t.destinations)];
  out["cells_per_packet"] =
      rounded(static_cast<double>(t.sizes.cells) / static_cast<double>(t.sizes.packets));
  return out;
}

Json of_group(const Meter& meter, const Group& group) {
  const Batch total = meter.total();
  const Times times = group.times(total);
  Json out = {{"offered_packets", group.sum(total.offered_packets)}};
  for (Time t : kTimes) {
    const auto k = static_cast<size_t>(t);
    Json entry = {{"packets", times.packets[k]}};
    entry.update(json(mean(meter, group, t)));
    entry["max"] = times.most[k];
    out[name(t)] = entry;
  }
  return out;
}

Json queues(const Meter& meter, unsigned ports) {
  const auto entry = [&](auto cells, uint64_t most) {
    Json out = json(per_port(meter, ports, cells));
    out["max"] = most;
    return out;
  };
  return {
      {"input_short", entry([](const Batch& b) { return b.waiting[0]; }, meter.most_at_input[0])},
      {"input_long", entry([](const Batch& b) { return b.waiting[1]; }, meter.most_at_input[1])},
      {"output", entry([](const Batch& b) { return b.at_outputs; }, meter.most_at_output)}};
}

} // namespace

std::string to_json(const FabricConfig& config, const Meter& meter) {
  const unsigned n = config.ports;
  Json out = {{"fabric", configuration(config)}};
  out["offered"] = json(per_port(meter, n, [](const Batch& b) { return b.offered; }));
  out["throughput"] = json(throughput(meter, n));
  out["left"] = json(per_port(meter, n, [](const Batch& b) { return b.left; }));
  for (const Group& g : kGroups)
    out["packets"][g.name] = of_group(meter, g);
  out["queues"] = queues(meter, n);
  const auto share = [&](auto cells) { return json(per_port(meter, n, cells)); };
  out["interrupted"] = share([](const Batch& b) { return b.interrupted; });
  out["idle"] = share([](const Batch& b) { return b.idle; });
  if (config.input_cells) {
    const auto dropped = meter.total().dropped;
    for (Class c : kClasses)
      out["dropped_packets"][name(c)] = dropped[static_cast<size_t>(c)];
  }
  out["order"] = order_statistics(config, meter);
  if (config.tcp.enabled()) out["tcp"] = tcp_statistics(config, meter);
  return out.dump(1) + '\n';
}

std::string to_table(const FabricConfig& config, const Meter& meter) {
  const Estimate through = throughput(meter, config.ports);
  const Batch total = meter.total();
  const double load =
      static_cast<double>(config.traffic.load + config.tcp.load) / static_cast<double>(kMillion);
  const std::string offered = !config.arrivals.empty() ? "cells of a file"
                              : load > 0               ? fmt::format("load {}", load)
                                                       : "endless flows";
  std::string out = fmt::format("{} x {}, {}, {}, {} slots from slot {} on\n"
                                "Throughput {} cells for each slot and output\n\n"
                                "{:<6} {:>10} {:>20} {:>20} {:>20}\n",
                                config.ports, config.ports, config.scheduler->name, offered,
                                total.slots, config.warmup, text(through, 4), "", "packets",
                                "waiting, slots", "service", "delay");
  for (const Group& g : kGroups) {
    out += fmt::format("{:<6} {:>10}", g.name,
                       g.times(total).packets[static_cast<size_t>(Time::Delay)]);
    for (Time t : {Time::Waiting, Time::Service, Time::Delay})
      out += fmt::format(" {:>20}", text(mean(meter, g, t), 3));
    out += '\n';
  }
  out += fmt::format("\nCells at an input, at most: {} short, {} long; at an output: {}\n",
                     meter.most_at_input[0], meter.most_at_input[1], meter.most_at_output);
  if (config.input_cells)
    out += fmt::format("Dropped at full inputs: {} short packets, {} long ones\n", total.dropped[0],
                       total.dropped[1]);
  return out + order_text(config, meter) + tcp_text(config, meter);
}

std::string times_csv(const Meter& meter) {
  std::string out = "class,time,packets,mean,half_width_95,max\n";
  const Batch total = meter.total();
  for (const Group& g : kGroups)
    for (Time t : kTimes) {
      const Times times = g.times(total);
      const auto k = static_cast<size_t>(t);
      const Estimate e = mean(meter, g, t);
      const auto number = [](double x) {
        return std::isnan(x) ? std::string() : fmt::format("{:.6f}", x);
      };
      out += fmt::format("{},{},{},{},{},{}\n", g.name, name(t), times.packets[k], number(e.mean),
                         number(e.half_width), times.most[k]);
    }
  return out;
}

std::string batches_csv(const Meter& meter, unsigned ports) {
  std::string out = "batch,slots,offered,throughput,input_short,input_long,output";
  for (const Group& g : kGroups)
    for (Time t : kTimes)
      out += fmt::format(",{}_{}", g.name, name(t));
  out += '\n';
  unsigned number = 0;
  for (const Batch& b : meter.batches()) {
    const double port_slots = static_cast<double>(b.slots * ports);
    out += fmt::format("{},{}", number++, b.slots);
    for (uint64_t cells : {b.offered, b.crossed, b.waiting[0], b.waiting[1], b.at_outputs})
      out += fmt::format(",{:.6f}", static_cast<double>(cells) / port_slots);
    for (const Group& g : kGroups)
      for (Time t : kTimes) {
        const Times times = g.times(b);
        const auto k = static_cast<size_t>(t);
        const auto packets = static_cast<double>(times.packets[k]);
        out += packets ? fmt::format(",{:.6f}", static_cast<double>(times.sum[k]) / packets) : ",";
      }
    out += '\n';
  }
  return out;
}

} // namespace ixp::fabric
