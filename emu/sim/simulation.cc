#include "emu/sim/simulation.h"

#include "emu/explain/contexts.h"
#include "emu/me/state.h"

#include <algorithm>
#include <fmt/format.h>

namespace ixp {

static HazardLog& with_check(HazardLog& hazards, bool check) {
  hazards.check = check; // must be set before the chip is built
  return hazards;
}

Simulation::Simulation(SystemConfig system, SimulationOptions options)
    : Simulation(system, load_images(system), options) {}

Simulation::Simulation(SystemConfig system, Images images, SimulationOptions options)
    : system_(std::move(system)), images_(std::move(images)), hazards_(images_, system_.params),
      chip_(system_, images_, options.engine, with_check(hazards_, options.check)),
      control_(chip_, system_, system_.stop.value_or(StopSpec{})),
      delays_(chip_.ledger, chip_.params),
      debug_log_(images_, chip_.microengines, system_.params.clock_me_div) {
  hazards_.tell(chip_.events);
  hazards_.on_stop([this](const Hazard& h) { control_.hazard_stops(h); });
  chip_.tx.add_observer(delays_);
  debug_log_.on_failure([this](const DebugLog::Failure& f) {
    control_.assertion_failed(fmt::format("{}: cycle {} ME {} ctx {}", f.text,
                                          f.tick / system_.params.clock_me_div, me_name(f.me),
                                          f.ctx),
                              f.tick);
  });
}

const RunEnd& Simulation::run() {
  control_.advance(kNever);
  return control_.end();
}

bool Simulation::run_for(uint64_t cycles) {
  const uint64_t most = (kNever - now()) / system_.params.clock_me_div;
  return control_.advance(cycles < most ? now() + chip_.params.me(cycles) : kNever);
}

bool Simulation::run_until(const std::function<bool()>& condition) {
  while (!ended()) {
    if (condition()) return true;
    control_.advance(align_up(now() + 1, system_.params.clock_me_div));
  }
  return condition();
}

bool Simulation::step_instruction(unsigned me) {
  const me::MeState& s = microengine(me).state();
  return run_until([&s, before = s.instructions] { return s.instructions != before; });
}

bool Simulation::step_swap(unsigned me) {
  const me::MeState& s = microengine(me).state();
  return run_until([&s, before = s.running] { return s.running != before; });
}

bool Simulation::step_packet() {
  return run_until([this, before = packets_rx() + packets_tx()] {
    return packets_rx() + packets_tx() != before;
  });
}

void Simulation::write(Region region, uint32_t address, uint32_t value) {
  chip_.write(region, address, value);
}

std::vector<uint32_t> Simulation::ring_words(std::string_view name) const {
  const auto ring = std::ranges::find_if(system_.rings, [&](const RingConfig& r) {
    return r.name == name || fmt::to_string(r.number) == name;
  });
  if (ring == system_.rings.end())
    throw InputError({system_.path}, fmt::format("there is no ring '{}'", name));
  return chip_.scratch.ring_words(ring->number);
}

Statistics Simulation::statistics() {
  if (!ended()) control_.list_in_flight();
  return collect_statistics(chip_, system_, images_, control_.end(), hazards_, delays_);
}

std::string Simulation::contexts() {
  if (!ended()) control_.list_in_flight();
  return describe_contexts(chip_, system_, images_, control_.end());
}

} // namespace ixp
