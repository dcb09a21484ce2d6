// What a place of an expression is in the chip, and which commands write there.
#pragma once

#include "emu/chip/system.h"
#include "emu/debug/view.h"

#include <nlohmann/json.hpp>

namespace ixp::debug {

struct Target {
  enum class Kind {
    Register, // written by an instruction: GPRs, write transfer registers, local memory
    Pushed,   // transfer registers that units fill
    Memory,
    Other // rings, queues, counts
  };
  // `place`: Expression::place().
  Target(const std::string& place, Thread thread, const SystemConfig& system);
  // A register that units fill, by a command of the query "in flight".
  bool is_filled_by(const nlohmann::json& command) const;
  // A word of memory.
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
