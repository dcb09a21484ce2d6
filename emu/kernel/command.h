// Commands from a microengine to the rest of the chip, their latencies, and the results that come
// back.
#pragma once

#include "emu/kernel/kernel.h"
#include "emu/kernel/params.h"
#include "isa/isa.h"
#include "isa/microengine.h"

#include <array>
#include <cstdint>
#include <span>

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
  uint8_t me = 0, ctx = 0; // the issuer (index 0..7); signals go there
  uint8_t signal = 0;      // 0 = none; two-signal commands use it and its neighbour (bit 0)
  uint8_t count = 0;       // longwords; quadwords for dram; 1..16; 0 if the form has none
  XferFile file = XferFile::S;
  uint8_t data_me = 0;        // owner of the transfer registers; not `me` only by indirect_ref
  uint8_t xfer = 0;           // first transfer register, absolute number 0..127
  bool has_override = false;  // issued with indirect_ref
  uint32_t override_word = 0; // the previous ALU result; unit-specific bits are read by the unit
  uint32_t address = 0;       // A + B; CAP: the CSR byte address
  uint32_t data = 0;          // cap fast_wr
  uint16_t pc = 0;            // for reports
  Tick issued = 0;
};

// Number of longwords that a command takes from, and delivers to, the transfer registers of
// `data_me`, from `xfer` on. Units pull and push exactly these: microengines count them to know
// which registers are in use.
inline unsigned words_pulled(const Command& c) {
  return mev2::info(c.op).pulled(c.count);
}
inline unsigned words_pushed(const Command& c) {
  return mev2::info(c.op).pushed(c.count);
}

// Bit mask of a signal; signal 0 is none.
constexpr uint16_t signal_bit(unsigned signal) {
  return static_cast<uint16_t>(1u << signal & ~1u);
}

// ---- One row per command: its data, its signals, and its duration. The record of the command
// (isa/MEv2Commands.td) names the parameters (params.def), so no unit repeats a latency.
// Units add waiting times: for other commands, banks and buses.

// Signals of a command.
enum class Signals : uint8_t {
  None,
  One,      // at the end
  Apart,    // the even one of a pair with the effect, the odd one at the end
  Together, // both of a pair at the end
};

struct CommandRow {
  struct Words { // number of longwords as a function of the count
    uint8_t fixed = 0, each = 0;
    unsigned of(unsigned count) const { return fixed + each * count; }
    bool any() const { return fixed + each != 0; }
  };
  Words pulls, pushes; // from and to transfer registers
  Signals signals = Signals::None;
  // Ticks from the arrival at an idle unit to the effect and to the end, for a count of 1. At the
  // effect words are pulled and memory is accessed; words are pushed at the end, which is not
  // earlier.
  Tick effect = 0, done = 0;
  Tick service = 0; // ticks that each of the count occupies the unit
};

class CommandTable {
public:
  explicit CommandTable(const Params& params);
  const CommandRow& operator[](mev2::Opcode op) const { return rows_[static_cast<size_t>(op)]; }

  // Minimum time from the grant of a command to anything that a microengine observes of it.
  Tick least_notice() const { return least_notice_; }

private:
  std::array<CommandRow, mev2::kOpcodes> rows_{};
  Tick least_notice_ = kNever;
};

// The latencies named by the records, each once. A command completes after its arrival, so each
// must exceed bus.command_latency.
std::span<uint64_t Params::* const> command_latencies();

// ---- Results.

// A row of transfer registers of one microengine; it wraps round at the end of the file.
struct Registers {
  XferFile file{};
  uint8_t me = 0, first = 0;
};
inline Registers registers_of(const Command& c) {
  return {c.file, c.data_me, c.xfer};
}

// Interface of a microengine for units. Calls happen inside the step() of the caller, at its tick.
class Requester {
public:
  virtual ~Requester() = default;
  // Words leave for a unit; the registers may be written again from now on.
  virtual void pull(const Registers& from, unsigned count, uint32_t* words) = 0;
  // Words arrive; the registers may be read from now on.
  virtual void push(const Registers& to, unsigned count, const uint32_t* words) = 0;
  // Raises signals of a context, one bit each.
  virtual void signal(unsigned ctx, unsigned signals, Tick now) = 0;
  // The end of a command: words arrive in its registers, then signals of its context.
  virtual IXP_OFTEN void deliver(const Command& c, unsigned count, const uint32_t* words,
                                 unsigned signals, Tick now) {
    if (count) push(registers_of(c), count, words);
    if (signals) signal(c.ctx, signals, now);
  }

  // Announces that signals will arrive, or its state will be read, at `tick`. A microengine
  // executes ahead of now() as long as no other part of the chip can observe or affect it, so every
  // effect from outside is announced.
  virtual void expect(Tick tick) {}
  // Announces a push into these registers without a command of this microengine; not before `now +
  // kernel.lookahead`. From that tick on the registers count as in use.
  virtual void expect_push(const Registers& to, unsigned count) = 0;
  // The same for registers that will be pulled.
  virtual void expect_pull(const Registers& from, unsigned count) {}
  // Whether the program may read the first word that this command delivers to it.
  virtual bool may_read_result(const Command& c) { return true; }
  // The command FIFO was full and has room again.
  virtual void fifo_advanced(Tick now) = 0;
  // Accesses local CSRs from outside (CAP, control core). `effect` is at least kernel.lookahead
  // after now; the microengine applies it exactly then.
  virtual void write_csr_from_outside(uint16_t address, uint32_t value, Tick effect) = 0;
  virtual uint32_t read_csr_from_outside(uint16_t address, Tick now) = 0;
};

// Flags of the rest of the chip that microcode can branch on.
class InputStates {
public:
  virtual ~InputStates() = default;
  // scr_ring<n>_status (n = 0..11) as microengines see it at kernel.now().
  virtual bool scratch_ring_status(unsigned ring) = 0;
  // fci_not_empty and fci_full: FCIFIFO holds a whole C-frame; it is above its mark.
  virtual bool fci_not_empty() { return false; }
  virtual bool fci_full() { return false; }
};

} // namespace ixp
