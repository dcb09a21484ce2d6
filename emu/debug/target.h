// Storage in the chip denoted by an expression, and the commands that write there.
#pragma once

#include "emu/chip/system.h"
#include "emu/debug/view.h"

#include <nlohmann/json.hpp>

namespace ixp::debug {

struct Target {
  enum class Kind {
    Register, // written by instructions: GPRs, write transfer registers, local memory
    Pushed,   // transfer registers filled by units
    Memory,
    Other // rings, queues, counts
  };
  // `place`: Expression::place().
  Target(const std::string& place, Thread thread, const SystemConfig& system);
  // True for a transfer register filled by `command`, from the query "in flight".
  bool is_filled_by(const nlohmann::json& command) const;
  // True for a word of memory written by the command.
  bool is_written_by(mev2::Opcode op, uint32_t address, unsigned count) const;

  Kind kind = Kind::Other;

private:
  const SystemConfig& system_;
  Thread thread_;
  XferFile file_ = XferFile::S; // Pushed
  unsigned number_ = 0;
  Region region_{}; // Memory
  uint64_t address_ = 0;
};

} // namespace ixp::debug
