// What a network must be so that its wires can join its chips.
#include "emu/network/network.h"

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

uint64_t overhead_of(NetworkConfig& config, const PortName& end, const LinkConfig& link) {
  return system_of(config, end, link.where).params.port_wire_overhead_bytes;
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
  if (overhead_of(config, link.from, link) != overhead_of(config, link.to, link))
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

} // namespace

void check_network(NetworkConfig& config) {
  if (config.chips.empty())
    throw InputError({config.path}, "there is no chip; add e.g. [[chip]] with name = \"A\"");
  for (const ChipConfig& a : config.chips)
    if (std::ranges::count(config.chips, a.name, &ChipConfig::name) > 1)
      throw InputError(a.where, fmt::format("there are two chips '{}'", a.name));
  for (const ChipConfig& chip : config.chips)
    check_pulses(chip, config.pulse_period);
  std::set<PortName> from, to;
  for (const LinkConfig& link : config.links) {
    check_ends(config, link);
    if (!from.insert(link.from).second || !to.insert(link.to).second)
      throw InputError(link.where,
                       fmt::format("link {} to {}: one of its ports has another link in "
                                   "the same direction",
                                   text(link.from), text(link.to)));
    receiver_of(config, link).linked = true;
  }
  const NetworkStop& stop = config.stop;
  if (!stop.time_us && !stop.frames && !stop.idle)
    throw InputError({config.path},
                     "nothing says when the run ends; add [stop] with time_ms, frames "
                     "or idle");
}

} // namespace ixp
