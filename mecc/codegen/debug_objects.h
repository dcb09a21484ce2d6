// Ranges of words in which transfer registers and signals are the variables of the source, for
// debuggers. Objects share registers at different times (colour.cc).
//
// A command names its objects. A register that it fills is its object until another command fills
// the register. A register that it sends is its object from the writes before it. A range ends with
// the last use. A register has no name where it may be one object or another, on different paths.
#pragma once

#include "mecc/codegen/report.h"
#include "mecc/image/image.h"
#include "mecc/mc/flow.h"
#include "mecc/mc/ir.h"

#include <cstdint>
#include <map>
#include <vector>

namespace llvm {
class MachineInstr;
} // namespace llvm

namespace mecc::codegen {

class DebugObjects {
public:
  void command(const llvm::MachineInstr&, uint32_t origin); // of its word

  // Appends to image.symbols. At words with several ranges of one name, the last one counts: an
  // object that can be read and written has its read side there if both are in use, and a variable
  // of an inlined function precedes its caller's.
  void describe(const mc::Unit& unit, const mc::Flow& flow, FunctionReports& functions,
                Image& image) const;

private:
  class Ranges;
  std::map<uint32_t, std::vector<int>> commands_; // frame indices of objects, by origin
};

} // namespace mecc::codegen
