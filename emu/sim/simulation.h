// A run controlled by its caller: a chip built from a system, its observers and its end. ixpemu,
// tests and fuzzers use it, and other programs can (docs/library.md).
//
//     Simulation sim(read_system("forward.toml", {"chip.sram.read=80"}));
//     sim.run_until([&] { return sim.packets_tx() > 0; });
//     sim.ring_words("RING_TX");
//     const RunEnd& end = sim.run();
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

// Choices that the system does not make.
struct SimulationOptions {
  // Threaded is fast, Reference is simple; both give the same run.
  EngineKind engine = EngineKind::Threaded;
  // Also reports reads of memory and registers never written.
  bool check = false;
};

// A chip with its programs, from the first cycle on. Functions throw InputError, with a message for
// the user, unless their comment says otherwise.
class Simulation {
public:
  // The system defines the end of the run ([stop]); images given as sources are compiled by mecc.
  explicit Simulation(SystemConfig system, SimulationOptions options = {});
  // With programs already compiled: an image for each microengine that has one in the system.
  Simulation(SystemConfig system, Images images, SimulationOptions options = {});
  Simulation(const Simulation&) = delete;
  Simulation& operator=(const Simulation&) = delete;

  // ---- Time. Each function runs a slice and returns false if the run ended first.

  // Runs to the end and returns its cause.
  const RunEnd& run();
  // Runs for a number of microengine cycles. Returns false if the run ended first.
  bool run_for(uint64_t cycles);
  // Runs until the condition holds, evaluated after every microengine cycle. Returns false if the
  // run ended first.
  bool run_until(const std::function<bool()>& condition);
  // Runs until microengine `me`, 0 to 7, has issued an instruction. Returns false if the run ended
  // first; throws std::out_of_range for another number, as step_swap() does.
  bool step_instruction(unsigned me);
  // Runs until another context of microengine `me` executes, or none. Returns false if the run
  // ended first.
  bool step_swap(unsigned me);
  // Runs until a frame has been received or transmitted. Returns false if the run ended first.
  bool step_packet();

  // True after the end of the run.
  bool ended() const { return control_.ended(); }
  // The cause and tick of the end; complete when ended().
  const RunEnd& end() const { return control_.end(); }
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

  // Time in ticks of the chip's PLL.
  Tick now() const { return chip_.kernel->now(); }
  // Time in microengine cycles.
  uint64_t cycle() const { return now() / system_.params.clock_me_div; }
  // Number of frames received completely on all ports.
  uint64_t packets_rx() const { return control_.packets_rx(); }
  // Number of frames transmitted completely on all ports.
  uint64_t packets_tx() const { return control_.packets_tx(); }

  // ---- State.

  // The longword at an address in bytes, a multiple of 4; 0 outside of the memory. Takes no time.
  uint32_t read(Region region, uint32_t address) { return chip_.read(region, address); }
  // Writes a longword at an address in bytes, a multiple of 4; ignored outside of the memory.
  void write(Region region, uint32_t address, uint32_t value);
  // Longwords in a ring of the system, by its name or number, the oldest first. Throws InputError
  // if there is no such ring.
  std::vector<uint32_t> ring_words(std::string_view name) const;
  // Microengine 0 to 7, with its registers. Throws std::out_of_range for another number.
  Microengine& microengine(unsigned index) { return *chip_.microengines.at(index); }
  // All units of the chip.
  Chip& chip() { return chip_; }
  // Counts frames and decides when the run ends.
  RunControl& control() { return control_; }
  // The system with all changes.
  const SystemConfig& system() const { return system_; }
  // The programs, by microengine.
  const Images& images() const { return images_; }
  // Hazards of microcode until now.
  const HazardLog& hazards() const { return hazards_; }
  // Debug output of microcode.
  DebugLog& debug_log() { return debug_log_; }

  // ---- Results; up to now if the run has not ended.

  // The counts of all units, as in stats.json.
  Statistics statistics();
  // Position and wait state of every context as text, a line each (emu/explain/contexts.h).
  std::string contexts();

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
