// A run that others drive: a chip made from a system, what watches it, and when it ends. ixpemu,
// tests and fuzzers use it, and so can a program of yours (docs/library.md).
//
//   Simulation sim(read_system("forward.toml", {"chip.sram.read=80"}));
//   sim.run_until([&] { return sim.packets_tx() > 0; });
//   sim.ring_words("RING_TX");
//   const RunEnd& end = sim.run();
//
// However a run is cut into pieces, it is the same run. Between the pieces everything is open:
// looking changes nothing; whoever writes registers or memory changes the run, of course.
#pragma once

#include "emu/chip/run_control.h"
#include "emu/observe/debug_log.h"
#include "emu/observe/delay_meter.h"
#include "emu/observe/hazard_log.h"
#include "emu/observe/statistics.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace ixp {

struct SimulationOptions {
  EngineKind engine = EngineKind::Threaded;
  bool check = false; // also report reads of what was never written
};

class Simulation {
public:
  // The system says when the run ends ([stop]); images that are sources are compiled by mecc.
  // Throws InputError, as everything it is made of does.
  explicit Simulation(SystemConfig system, SimulationOptions options = {});
  // With programs that are there already.
  Simulation(SystemConfig system, Images images, SimulationOptions options = {});
  Simulation(const Simulation&) = delete;
  Simulation& operator=(const Simulation&) = delete;

  // ---- Time. The pieces return false when the run ended before they did.

  const RunEnd& run(); // to the end
  bool run_for(uint64_t cycles);
  // Looks after every microengine cycle.
  bool run_until(const std::function<bool()>& condition);
  // Until a microengine (index 0..7) has issued an instruction; until another of its contexts
  // executes, or none; until a frame has been received or transmitted.
  bool step_instruction(unsigned me);
  bool step_swap(unsigned me);
  bool step_packet();

  bool ended() const { return control_.ended(); }
  const RunEnd& end() const { return control_.end(); } // complete when ended()
  // Calls the probe with events of these kinds from now on, in the order of ticks and some time
  // after they happened (emu/kernel/event.h); when a piece of the run returns, with all of it. The
  // probe must live as long as the run goes on.
  // With `from`, a tick to come, earlier events may be heard or not, and cost nothing.
  void listen(Probe& probe, EventKinds kinds, Tick from = 0) {
    chip_.events.listen(probe, kinds, from);
  }
  // What contexts do is noted down from now on, while any probe listens; null: no more.
  void keep(ContextDiary* diary) { chip_.events.keep(diary); }
  // It hears nothing more; without any probe nothing is reported.
  void leave(const Probe& probe) { chip_.events.leave(probe); }

  Tick now() const { return chip_.kernel->now(); }
  uint64_t cycle() const { return now() / system_.params.clock_me_div; }
  uint64_t packets_rx() const { return control_.packets_rx(); }
  uint64_t packets_tx() const { return control_.packets_tx(); }

  // ---- What there is. Addresses in bytes, registers as in Microengine::get_register().

  uint32_t read(Region region, uint32_t address) { return chip_.read(region, address); }
  void write(Region region, uint32_t address, uint32_t value);
  // What is on a ring of the system, by name or number, the oldest word first.
  std::vector<uint32_t> ring_words(std::string_view name) const;
  Microengine& microengine(unsigned index) { return *chip_.microengines.at(index); }
  Chip& chip() { return chip_; }
  RunControl& control() { return control_; }
  const SystemConfig& system() const { return system_; }
  const Images& images() const { return images_; }
  const HazardLog& hazards() const { return hazards_; }
  DebugLog& debug_log() { return debug_log_; } // what microcode prints

  // ---- What is said of the run; as of now when it has not ended.

  Statistics statistics();
  std::string contexts(); // where every context stands (emu/observe/contexts.h)

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
