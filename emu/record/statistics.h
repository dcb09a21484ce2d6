// Statistics of a run, collected once at its end from counters of the parts. The same numbers on
// every engine. stats.json (docs/statistics.md) and the table on the terminal are two views of this
// struct.
#pragma once

#include "emu/chip/chip.h"
#include "emu/chip/run_control.h"
#include "emu/explain/accounts.h"
#include "emu/explain/buffer_audit.h"
#include "emu/explain/hazard_log.h"
#include "emu/explain/outcome.h"
#include "emu/record/delay_meter.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ixp {

struct MicroengineFigures {
  unsigned index = 0;
  std::string image;
  unsigned contexts = 8, words = 0;
  MeStatistics cycles;
};

// A unit, or a separately busy part of one: a direction of a memory, a bus. Inapplicable fields are
// empty.
struct UnitFigures {
  std::string name;
  std::optional<uint64_t> commands;
  std::optional<Tick> busy;
  std::optional<double> waiting_mean; // mean number of waiting commands over the run
  std::optional<unsigned> waiting_max;
  // Further counters; for a part without commands the first is the quantity it moved.
  std::vector<std::pair<std::string, uint64_t>> more;

  // Its work: commands, or the quantity moved.
  std::pair<std::string, uint64_t> work() const {
    return commands ? std::pair<std::string, uint64_t>("commands", *commands) : more.front();
  }
};

struct RingFigures {
  unsigned number = 0;
  std::string name;   // "" if unnamed
  bool set_up = true; // false: used without having been set up
  std::string remark; // "", or a note that it has more readers than the system file expects
  unsigned size = 0, depth = 0;
  RingStats stats;
};

struct QueueFigures {
  unsigned channel = 0, entry = 0;
  QueueStats stats;
};

struct PortFigures {
  unsigned port = 0;
  Direction direction = Direction::Rx;
  uint64_t rate_mbps = 0;
  PortStats stats;
  uint32_t fill = 0;
  uint64_t rbuf_overflow = 0; // receive ports
  SourceCounts source;        // receive ports
  DelayMeter::Delay delay;    // transmit ports
};

struct Statistics {
  std::string run; // identity of the run (emu/chip/run_identity.h)
  std::string system;
  std::vector<std::string> bases; // of the system file, without folders
  uint64_t seed = 0;
  RunEnd end;
  Params params;
  std::vector<MicroengineFigures> microengines;
  std::vector<UnitFigures> units;
  std::vector<RingFigures> rings;
  std::vector<QueueFigures> queues;
  std::vector<PortFigures> ports;
  MsfStats msf;
  std::vector<ControlCore::AgentStats> agents;
  uint64_t interrupts = 0, attentions = 0;
  std::vector<std::pair<std::string, control::InterruptFigures>> sources; // of the ARM program
  Accounts accounts;
  std::vector<BufferAudit> buffers;  // one per free list
  std::vector<Tally> tallies;        // counted by microcode; not numbers of frames
  std::vector<std::string> failures; // reasons for failure, see outcome.h
  std::vector<std::pair<std::string, uint64_t>> hazards; // by kind, without zeros

  uint64_t cycles() const { return end.tick / params.clock_me_div; }
  uint64_t time_ns() const { return nanoseconds(end.tick, params.pll_hz()); }
  uint64_t instructions() const;
  // Number of these instructions that were computed in closed form (emu/me/clock_loop.h). It alone
  // depends on the engine and on the slices of a run, so only callers that run without slices set
  // it.
  uint64_t skipped = 0;
};
uint64_t skipped_instructions(const Chip& chip);

Statistics collect_statistics(Chip& chip, const SystemConfig& system, const Images& images,
                              const RunEnd& end, const HazardLog& hazards,
                              const DelayMeter& delays);

// Reasons for failure, and positions of contexts (omitted if ""), as text; "" if the run succeeded.
std::string failure_text(const Statistics& s, const std::string& contexts);
std::string to_json(const Statistics& s);
std::string to_table(const Statistics& s);

} // namespace ixp
