// A run controlled by its caller: a chip built from a system, its observers and its end. ixpemu,
// tests and fuzzers use it, and other programs can (docs/library.md).
//
//   Simulation sim(read_system("forward.toml", {"chip.sram.read=80"}));
//   sim.run_until([&] { return sim.packets_tx() > 0; });
//   sim.ring_words("RING_TX");
//   const RunEnd& end = sim.run();
//
// The division into slices does not affect the run. Between slices all state is accessible: reading
// has no effect on the run; writing registers or memory changes it.
#pragma once

#include "emu/chip/run_control.h"
#include "emu/explain/hazard_log.h"
#include "emu/record/debug_log.h"
#include "emu/record/delay_meter.h"
#include "emu/record/statistics.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace ixp {

struct SimulationOptions {
  EngineKind engine = EngineKind::Threaded;
  bool check = false; // also report reads of memory and registers never written
};

class Simulation {
public:
  // The system defines the end of the run ([stop]); images given as sources are compiled by mecc.
  // Throws InputError, as all components do.
  explicit Simulation(SystemConfig system, SimulationOptions options = {});
  // With programs already compiled.
  Simulation(SystemConfig system, Images images, SimulationOptions options = {});
  Simulation(const Simulation&) = delete;
  Simulation& operator=(const Simulation&) = delete;

  // ---- Time. Each function runs a slice and returns false if the run ended first.

  const RunEnd& run(); // to the end
  bool run_for(uint64_t cycles);
  // Evaluates the condition after every microengine cycle.
  bool run_until(const std::function<bool()>& condition);
  // Runs until microengine 0..7 has issued an instruction; until another of its contexts executes,
  // or none; until a frame has been received or transmitted.
  bool step_instruction(unsigned me);
  bool step_swap(unsigned me);
  bool step_packet();

  bool ended() const { return control_.ended(); }
  const RunEnd& end() const { return control_.end(); } // complete when ended()
  // Calls the probe with events of these kinds from now on, in tick order and some time after they
  // happened (emu/kernel/event.h); all are reported when the slice returns. The probe must outlive
  // the run.
  // Events before `from`, a future tick, may or may not be reported, and cost nothing.
  void listen(Probe& probe, EventKinds kinds, Tick from = 0) {
    chip_.events.listen(probe, kinds, from);
  }
  // Records the activity of contexts from now on, while any probe listens; null stops it.
  void keep(ContextDiary* diary) { chip_.events.keep(diary); }
  // Detaches the probe; without any probe no events are reported.
  void leave(const Probe& probe) { chip_.events.leave(probe); }

  Tick now() const { return chip_.kernel->now(); }
  uint64_t cycle() const { return now() / system_.params.clock_me_div; }
  uint64_t packets_rx() const { return control_.packets_rx(); }
  uint64_t packets_tx() const { return control_.packets_tx(); }

  // ---- State. Addresses in bytes; registers as in Microengine::get_register().

  uint32_t read(Region region, uint32_t address) { return chip_.read(region, address); }
  void write(Region region, uint32_t address, uint32_t value);
  // Contents of a ring of the system, by name or number, oldest word first.
  std::vector<uint32_t> ring_words(std::string_view name) const;
  Microengine& microengine(unsigned index) { return *chip_.microengines.at(index); }
  Chip& chip() { return chip_; }
  RunControl& control() { return control_; }
  const SystemConfig& system() const { return system_; }
  const Images& images() const { return images_; }
  const HazardLog& hazards() const { return hazards_; }
  DebugLog& debug_log() { return debug_log_; } // microcode's debug output

  // ---- Results; up to now if the run has not ended.

  Statistics statistics();
  std::string contexts(); // position and wait state of every context (emu/explain/contexts.h)

private:
  SystemConfig system_;
  Images images_;
  HazardLog hazards_;
  Chip chip_;
  RunControl control_;
  DelayMeter delays_;
  DebugLog debug_log_;
};

} // namespace ixp
