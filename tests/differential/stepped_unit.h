// Parts of the plain timing (stepped_timing.h): commands in units, the buses that carry their
// words, and the steps that units have in common.
#pragma once

#include "emu/kernel/command.h"
#include "emu/kernel/params.h"

#include <array>
#include <deque>
#include <vector>

namespace ixp::test {

// Words of one direction of a command. On an idle bus the first moves at `first`, the last at
// `last`.
struct Transfer {
  Tick first = 0, last = 0, spacing = 0; // spacing: ticks between slots
  unsigned slots = 0, moved = 0;
  size_t rank = 0; // of the command among those offered to this bus, by grant
  Tick late = 0;   // the last word's delay by words of other commands
  Tick end() const { return last + late; }
};

// A row of slots. In each slot the bus carries one word: of the commands with a word that may move,
// that of the command granted first.
class SteppedDataBus {
public:
  explicit SteppedDataBus(Tick ticks) : slot(ticks) {}
  // Offers words from `first` on, each `length` ticks long, in consecutive slots. Commands come in
  // the order of their grants.
  void carry(Transfer& t, Tick first, unsigned words, Tick length);
  // Offers words of one slot each, at least `spacing` ticks apart.
  void carry_spaced(Transfer& t, Tick first, unsigned words, Tick spacing);
  void run(); // until all words have moved

  const Tick slot;

private:
  void step(Tick number, std::vector<Transfer*>& waiting);
  std::vector<Transfer*> offered_;
};

struct SteppedDataBuses {
  explicit SteppedDataBuses(const Params& p);
  Tick length(const Command& c) const; // of a word: a longword, or a quadword of D registers
  SteppedDataBus& pull(const Command& c);
  SteppedDataBus& push(const Command& c);

  const Tick quadword; // ticks
  std::array<SteppedDataBus, 2> s_pull, s_push;
  SteppedDataBus d_pull, d_push;
};

// Parameters of an opcode, in ticks after its arrival; isa/isa_commands.inc names them.
struct SteppedRow {
  Tick effect = 0, done = 0, service = 0;
  Signals signals = Signals::None;
};
SteppedRow row_of(const Params& p, mev2::Opcode op);
Tick after_arrival(const Params& p, uint64_t latency);

// A command from its grant to its end.
struct Job {
  Command command;
  Tick granted = 0, arrival = 0;
  SteppedRow row;
  unsigned pulls = 0, pushes = 0; // longwords
  unsigned units = 1;             // longwords, quadwords or hashes that are served
  uint8_t from_me = 0, to_me = 0; // owners of the registers
  bool issued = false, begun = false;
  Tick start = 0;                       // DRAM: of the first granule
  Tick last_start = 0;                  // DRAM: of the last granule
  Tick least_effect = 0, least_end = 0; // on idle buses, without other commands
  Transfer pulled, pushed;
  bool has_end = false;     // words or a signal at its end
  bool acts_at_end = false; // its effect is its end
  Tick effect = kNever, done = kNever;
};

// Starts of commands do not depend on the buses of words, nor do effects depend on pushed words. So
// all commands start, then words are pulled, then effects follow in order, then words are pushed.
class SteppedUnit {
public:
  SteppedUnit(const Params& params, SteppedDataBuses& buses) : params_(params), buses_(buses) {}
  virtual ~SteppedUnit() = default;

  virtual bool room(const Command& c, Tick now) const = 0;
  virtual void grant(Job& job, Tick now) = 0;
  virtual void step(Tick now) = 0; // begins commands
  virtual void pull(Job& job) = 0; // offers words; computes the least effect
  // True if the effect of the later command must not precede that of the earlier one.
  virtual bool in_order(const Job& earlier, const Job& later) const = 0;
  virtual void push(Job&) = 0; // offers words, after the effect; computes the least end

  void settle_effect(Job& job);
  unsigned last_cluster = 0; // of the command granted last

protected:
  const Params& params_;
  SteppedDataBuses& buses_;

private:
  std::deque<const Job*> before_; // commands whose effects may delay later effects
};

} // namespace ixp::test
