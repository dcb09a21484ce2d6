// What a microengine sends to the rest of the chip, and what comes back.
#pragma once

#include "emu/kernel/kernel.h"
#include "mecc/target/isa.h"
#include "mecc/target/microengine.h"

#include <cstdint>
#include <vector>

namespace ixp {

constexpr unsigned kMicroengines = 8;
constexpr unsigned kContexts = 8;

using mev2::me_index;
using mev2::me_number;
constexpr unsigned cluster_of(unsigned me_idx) {
  return me_idx / 4;
}

enum class XferFile : uint8_t { S, D };

// One reference of a context to a unit, after address arithmetic and indirect_ref overrides.
struct Command {
  mev2::Opcode op{};
  uint8_t me = 0, ctx = 0; // who issued it (index 0..7); signals go there
  uint8_t signal = 0;      // 0 = none; two-signal commands use it and its neighbour (bit 0)
  uint8_t count = 0;       // longwords; quadwords for dram; 1..16; 0 when the form has none
  XferFile file = XferFile::S;
  uint8_t xfer = 0;           // first transfer register, absolute number 0..127
  uint8_t data_me = 0;        // whose transfer registers (differs from `me` only by indirect_ref)
  bool has_override = false;  // issued with indirect_ref
  uint32_t override_word = 0; // the previous ALU result; unit-specific bits are read by the unit
  uint32_t address = 0;       // A + B; CAP: the CSR byte address
  uint32_t data = 0;          // cap fast_wr
  uint16_t pc = 0;            // for reports
  Tick issued = 0;
};

// A bit for the signal; signal 0 is none.
constexpr uint16_t signal_bit(unsigned signal) {
  return static_cast<uint16_t>(1u << signal & ~1u);
}

class Unit;

// A row of transfer registers of one microengine.
struct Registers {
  XferFile file{};
  uint8_t me = 0, first = 0;
};

// What a unit tells a microengine that runs ahead, when it takes the microengine's command: when
// the command will be done. The words go to the issuer's own registers.
struct Completion {
  Tick effect = 0;      // with words: shared time from which on the unit can say what they are
  Tick done = kNever;   // words are pushed, signals raised
  Unit* unit = nullptr; // whose command is over then; null: the unit looks after itself
  uint16_t raised = 0;  // signals, a bit each, raised in ascending order
  uint8_t order = 0;    // among completions of one tick: those of lower slots first
  uint8_t ctx = 0;
  Registers to;       // where the words go
  uint8_t pushes = 0; // how many
};

// Completion::order of what a unit does in its step, effects before what is done.
constexpr uint8_t completion_order(unsigned slot, unsigned done) {
  return static_cast<uint8_t>(2 * slot + done);
}

// A microengine as units see it. Calls happen inside the unit's step().
class Requester {
public:
  virtual ~Requester() = default;
  // The word a write, put or test-and-set takes; the register may be reused from now on.
  virtual uint32_t pull(XferFile file, unsigned reg) = 0;
  // Several at once; registers wrap round in their file.
  virtual void pull_words(const Registers& from, unsigned count, uint32_t* words) {
    for (unsigned i = 0; i < count; ++i)
      words[i] = pull(from.file, (from.first + i) % mev2::kFileRegisters);
  }
  // A word arrives; the register may be read from now on.
  virtual void push(XferFile file, unsigned reg, uint32_t value) = 0;
  // A push nobody on this microengine asked for by a command with this register (receive status,
  // reflector) will come, not before `now + kernel.lookahead`.
  virtual void expect_push(XferFile file, unsigned reg, unsigned count) = 0;
  // The same for registers that will be pulled for others' commands (reflector, indirect_ref).
  virtual void expect_pull(XferFile file, unsigned reg, unsigned count) {}
  // read_csr_from_outside() will come at `tick`; the microengine must not have run past it by then.
  virtual void expect_look(Tick tick) {}
  virtual void signal(unsigned ctx, unsigned signal_number, Tick now) = 0;
  // A microengine that takes completions ahead of time (MemoryWiring::ahead) needs no signal().
  // Where there is a unit, the completion is there until the microengine calls Unit::complete().
  virtual void complete_at(Completion& completion) {}
  // The command left the microengine's command FIFO (the bus granted it).
  virtual void fifo_advanced(Tick now) = 0;
  // Access to local CSRs, transfer registers and control store from outside (CAP, control core).
  // `effect` lies at least kernel.lookahead after now; the microengine applies it exactly then.
  virtual void write_csr_from_outside(uint16_t address, uint32_t value, Tick effect) = 0;
  virtual uint32_t read_csr_from_outside(uint16_t address, Tick now) = 0;
};

// A unit at the other end of the command bus: scratchpad, SRAM channel, DRAM, hash, CAP, MSF.
class Unit : public Agent {
public:
  // Is there room for this command at `now`?
  virtual bool can_accept(const Command& c, Tick now) const = 0;
  // The bus offers a command at `now`; it arrives bus.command_latency (parameter) after its issue,
  // later when the bus was busy. `arrival` > now. False when there is no room: the unit then calls
  // CommandRouter::retry() once there is.
  virtual bool accept(const Command& c, Tick now, Tick arrival) = 0;

  // A microengine has come to the tick of a completion it was told of; the words. Both are there
  // until the unit takes another command.
  virtual const uint32_t* complete(Completion& completion) { return nullptr; }

  // Performs what was due by now and nobody could see happening. Called before a look from outside,
  // also at the end of a run.
  virtual void settle() {}
  // Adds the commands taken and not completed, in no particular order; settle() first.
  virtual void list_commands(std::vector<Command>& out) const = 0;

  uint8_t last_cluster = 0; // whose command it took last; kept by the command buses
};

} // namespace ixp
