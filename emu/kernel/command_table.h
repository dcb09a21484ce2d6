// One row per command: its data, its signals, and its duration. The record of the command
// (isa/MEv2Commands.td) names the parameters (params.def), so no unit repeats a latency.
// Units add waiting times: for other commands, banks and buses.
#pragma once

#include "emu/kernel/params.h"
#include "isa/isa.h"

#include <array>
#include <cstdint>
#include <span>

namespace ixp {

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
  // Ticks from the arrival at an idle unit to the effect and to the end, for one of the count. At
  // the effect words are pulled and memory is read or changed, at the end words are pushed. The
  // effect is not later than the end.
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

} // namespace ixp
