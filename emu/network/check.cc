// Checks that the links of a network can join its chips.
#include "emu/network/network.h"

#include "emu/media/cframe.h"
#include "rings/cell.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace ixp {

namespace {

SystemConfig& system_of(NetworkConfig& config, const PortName& end, const SourceLocation& where) {
  const auto chip = std::ranges::find(config.chips, end.chip, &ChipConfig::name);
  if (chip == config.chips.end())
    throw InputError(where, fmt::format("there is no chip '{}'; add [[chip]]", end.chip));
  return chip->system;
}

PortConfig& port_of(SystemConfig& system, const PortName& end, const SourceLocation& where) {
  const auto port = system.ports.find(end.port);
  if (port == system.ports.end())
    throw InputError(
        where, fmt::format("{} has no port {}; add [port.{}]", system.path, end.port, end.port));
  return port->second;
}

TxConfig& transmitter_of(NetworkConfig& config, const LinkConfig& link) {
  SystemConfig& system = system_of(config, link.from, link.where);
  PortConfig& port = port_of(system, link.from, link.where);
  if (!port.tx)
    throw InputError(link.where, fmt::format("port {} of {} does not transmit; add tx to it",
                                             link.from.port, system.path));
  return *port.tx;
}

RxConfig& receiver_of(NetworkConfig& config, const LinkConfig& link) {
  SystemConfig& system = system_of(config, link.to, link.where);
  PortConfig& port = port_of(system, link.to, link.where);
  if (!port.rx)
    throw InputError(link.where, fmt::format("port {} of {} does not receive; add rx to it",
                                             link.to.port, system.path));
  if (!port.rx->stream.files.empty())
    throw InputError(link.where, fmt::format("port {} of {} gets the frames of this link and has "
                                             "streams, too; take one away",
                                             link.to.port, system.path));
  return *port.rx;
}

uint64_t overhead_of(NetworkConfig& config, const PortName& end, const LinkConfig& link,
                     bool cframes) {
  return line_overhead(cframes, system_of(config, end, link.where).params);
}

void check_ends(NetworkConfig& config, const LinkConfig& link) {
  const TxConfig& tx = transmitter_of(config, link);
  const RxConfig& rx = receiver_of(config, link);
  const auto refuse = [&](const std::string& what) {
    throw InputError(link.where,
                     fmt::format("link {} to {}: {}", text(link.from), text(link.to), what));
  };
  if (tx.port.rate_mbps != rx.port.rate_mbps)
    refuse(fmt::format("its ports have different rates, {} and {} Mbit/s; make rate_mbps of tx and "
                       "rx the same",
                       tx.port.rate_mbps, rx.port.rate_mbps));
  if (tx.port.rate_mbps == 0) refuse("a link needs a rate; set rate_mbps of tx and rx");
  if ((tx.port.fcs == Fcs::Keep) != (rx.stream.rules.fcs == Fcs::Keep))
    refuse("one port keeps the FCS of frames and the other does not; make fcs the same");
  if (tx.port.cframes != rx.port.cframes)
    refuse("one of its ports carries C-frames and the other does not; the modes of [msf], or cbus, "
           "say so");
  const bool cframes = tx.port.cframes;
  if (overhead_of(config, link.from, link, cframes) != overhead_of(config, link.to, link, cframes))
    refuse("its chips have different port.wire_overhead_bytes; make them the same");
  if (link.wire.delay == 0) refuse("a delay of 0 is no link; set delay_ns to 1 or more");
}

void check_pulses(const ChipConfig& chip, NetTime period) {
  std::set<unsigned> pins;
  for (const PulseInput& p : chip.pulses) {
    if (!p.gpio) continue;
    if (!chip.system.xscale)
      throw InputError(
          chip.where, fmt::format("pulses of {} drive a pin of the GPIO, but {} has no program for "
                                  "the XScale to see it; add [xscale]",
                                  chip.name, chip.system.path));
    if (!pins.insert(*p.gpio).second)
      throw InputError(chip.where,
                       fmt::format("two pulses of {} drive pin {}", chip.name, *p.gpio));
    if (p.width + p.jitter >= period)
      throw InputError(chip.where,
                       fmt::format("pulses of {} at pin {}: width_ns and jitter_ns together must "
                                   "be less than the period, so that every pulse has an edge",
                                   chip.name, *p.gpio));
  }
}

// A line must carry one cell per slot.
void check_line(const NetworkConfig& config, const LinkConfig& link, uint64_t rate_mbps,
                uint64_t cell_bytes) {
  const auto refuse = [&](const std::string& what) {
    throw InputError(link.where,
                     fmt::format("link {} to {}: {}", text(link.from), text(link.to), what));
  };
  if (rate_mbps == 0) refuse("a link needs a rate; set rate_mbps of tx and rx");
  const uint64_t ns = (cell_bytes * 8000 + rate_mbps - 1) / rate_mbps;
  const bool of_cells =
      !at_fabric(config, link.from) || link.from.port < config.fabric->fabric.ports;
  if (of_cells && ns > config.fabric->slot_ns)
    refuse(
        fmt::format("a cell takes {} ns of its line, a slot has {}; make rate_mbps of the chip's "
                    "port or slot_ns of [fabric] larger",
                    ns, config.fabric->slot_ns));
  if (link.wire.loss_per_giga) refuse("a fabric's links lose nothing; take 'loss' away");
  if (link.wire.delay == 0) refuse("a delay of 0 is no link; set delay_ns to 1 or more");
}

// Whether a link between a chip and the fabric uses C-frames.
bool cframes_of(NetworkConfig& config, const LinkConfig& link) {
  return at_fabric(config, link.from) ? receiver_of(config, link).port.cframes
                                      : transmitter_of(config, link).port.cframes;
}

} // namespace

void check_fabric_link(NetworkConfig& config, const LinkConfig& link) {
  const FabricNodeConfig& f = *config.fabric;
  const auto check_port = [&](const PortName& end, unsigned ports) {
    if (at_fabric(config, end) && end.port >= ports)
      throw InputError(link.where, fmt::format("there is no port {}; the fabric has 'ports' = {}",
                                               text(end), f.fabric.ports));
  };
  check_port(link.from, f.fabric.ports * (f.grants_ahead ? 2 : 1));
  check_port(link.to, f.fabric.ports);
  const bool from = at_fabric(config, link.from);
  if (from && at_fabric(config, link.to))
    throw InputError(link.where, fmt::format("link {} to {}: a fabric is linked to chips",
                                             text(link.from), text(link.to)));
  const auto chip =
      std::ranges::find(config.chips, (from ? link.to : link.from).chip, &ChipConfig::name);
  if (!from && chip != config.chips.end() && chip->restart)
    throw InputError(link.where,
                     fmt::format("{} sends cells to the fabric, which would wait for the "
                                 "rest of a packet; take restart_at_ms away",
                                 chip->name));
  const Fcs fcs =
      from ? receiver_of(config, link).stream.rules.fcs : transmitter_of(config, link).port.fcs;
  if (fcs == Fcs::Keep)
    throw InputError(link.where,
                     fmt::format("link {} to {}: cells have no FCS; set fcs = \"strip\"",
                                 text(link.from), text(link.to)));
  const bool cframes = cframes_of(config, link);
  for (const LinkConfig& other : config.links)
    if (at_fabric(config, other.from) != at_fabric(config, other.to) &&
        cframes_of(config, other) != cframes)
      throw InputError(link.where,
                       fmt::format("link {} to {} and link {} to {}: one carries C-frames and the "
                                   "other does not; a fabric has lines of one kind",
                                   text(link.from), text(link.to), text(other.from),
                                   text(other.to)));
  constexpr unsigned kCell = CELL_HEADER_BYTES + CELL_BYTES;
  check_line(config, link,
             from ? receiver_of(config, link).port.rate_mbps
                  : transmitter_of(config, link).port.rate_mbps,
             cframes ? cframe_bytes(CFrameType::Unicast, kCell)
                     : kCell + overhead_of(config, from ? link.to : link.from, link, false));
}

void check_fabric(NetworkConfig& config) {
  const FabricNodeConfig& f = *config.fabric;
  for (const ChipConfig& chip : config.chips)
    if (chip.name == f.name)
      throw InputError(chip.where, fmt::format("'{}' is the name of the fabric, too", f.name));
  if (f.grants_ahead == 0) return;
  if (f.fabric.scheduler->short_queues != fabric::ShortQueues::Fifo)
    throw InputError(f.where,
                     fmt::format("{} keeps short packets in other queues than cards do, in "
                                 "one FIFO; expected p-spf, p-msm, p-mwm-ql or p-mwm-ca "
                                 "with grants_ahead",
                                 f.fabric.scheduler->name));
  for (const LinkConfig& link : config.links) {
    if (!at_fabric(config, link.to)) continue;
    const PortName grants = {f.name, link.to.port + f.fabric.ports};
    const PortName cells = {f.name, link.to.port};
    const auto has = [&](const PortName& from) {
      return std::ranges::find(config.links, from, &LinkConfig::from) != config.links.end();
    };
    // C-frames distinguish cells from flow control, so both may share a line.
    if (!has(grants) && !(has(cells) && !at_fabric(config, link.from) && cframes_of(config, link)))
      throw InputError(link.where,
                       fmt::format("no chip receives the grants to {}; add a link from {} "
                                   "to the chip that gets them",
                                   text(link.to), text(grants)));
  }
}

void check_network(NetworkConfig& config) {
  if (config.chips.empty())
    throw InputError({config.path}, "there is no chip; add e.g. [[chip]] with name = \"A\"");
  if (config.fabric) check_fabric(config);
  for (const ChipConfig& a : config.chips)
    if (std::ranges::count(config.chips, a.name, &ChipConfig::name) > 1)
      throw InputError(a.where, fmt::format("there are two chips '{}'", a.name));
  for (const ChipConfig& chip : config.chips)
    check_pulses(chip, config.pulse_period);
  std::set<PortName> from, to;
  for (const LinkConfig& link : config.links) {
    const bool with_fabric = at_fabric(config, link.from) || at_fabric(config, link.to);
    if (with_fabric)
      check_fabric_link(config, link);
    else
      check_ends(config, link);
    if (!from.insert(link.from).second || !to.insert(link.to).second)
      throw InputError(link.where,
                       fmt::format("link {} to {}: one of its ports has another link in "
                                   "the same direction",
                                   text(link.from), text(link.to)));
    if (!at_fabric(config, link.to)) receiver_of(config, link).linked = true;
  }
  const NetworkStop& stop = config.stop;
  if (!stop.time_us && !stop.frames && !stop.idle)
    throw InputError({config.path},
                     "nothing says when the run ends; add [stop] with time_ms, frames "
                     "or idle");
}

} // namespace ixp
