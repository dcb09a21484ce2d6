// Locations of source variables, for debuggers: follows LLVM's DBG_VALUE instructions through all
// later moves of words.
#pragma once

#include "mecc/mc/ir.h"

#include <map>
#include <string>
#include <vector>

namespace llvm {
class MachineFunction;
class MachineInstr;
} // namespace llvm

namespace mecc::codegen {

// Operand text of a physical register, "a3" or "@b7"; "" if it has none.
std::string location_of(unsigned physical_register);

class DebugValues {
public:
  // `next` is the origin of the next word (mc::Instr::origin).
  void begin_block(uint32_t next); // every block states its values again
  void add(const llvm::MachineInstr& dbg_value, uint32_t next);

  void clobber(const llvm::MachineInstr& mi, uint32_t next); // ends values in registers it writes

  // Appends to image.symbols the values that hold for any of the unit's words.
  void describe(const mc::Unit& unit, Image& image) const;

private:
  struct Range {
    SymbolRange symbol;          // without its words
    uint32_t first = 0, end = 0; // origins
    unsigned physical = 0;
  };
  void close(const std::string& name, uint32_t next);

  std::map<std::string, Range> open_;
  std::vector<Range> ranges_;
};

} // namespace mecc::codegen
