// ixp_print and ixp_assert, which mecc/lower/debug_points.cc turned into labels: finds their
// addresses and the locations of their arguments there. Points do not affect the code, so a value
// that the program does not keep has no location.
#pragma once

#include "base/diagnostic.h"
#include "mecc/codegen/report.h"
#include "mecc/mc/flow.h"
#include "mecc/mc/ir.h"

#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace llvm {
class DILocalVariable;
class DILocation;
class MachineInstr;
class MDNode;
class Module;
} // namespace llvm

namespace mecc::codegen {

// Gives each copy of a point its own label and variables. Runs on IR, before all passes of code
// generation.
void pin_debug_points(llvm::Module& module);

class DebugPoints {
public:
  // Maps a physical register to its name in the unit.
  using Registers = std::function<mc::RegisterId(unsigned)>;

  // Calls follow the order of origins.
  void begin_block(mc::LabelId label, uint32_t next); // `next`: origin of the next word
  void begin_function(std::string name) { function_ = std::move(name); }
  void end(uint32_t next);
  void value(const llvm::MachineInstr& dbg_value, uint32_t next, const Registers& registers);
  void word(const llvm::MachineInstr& mi, uint32_t next); // ends values in registers it writes
  void label(const llvm::MachineInstr& dbg_label, uint32_t next);

  // Fills image.points. Warns of points that were optimised away.
  void describe(const mc::Unit& unit, const mc::Flow& flow, const FunctionReports& functions,
                const llvm::Module& module, Image& image,
                std::vector<ixp::Diagnostic>& diagnostics) const;

private:
  struct Piece { // part of an expression (mecc::DebugPoint)
    std::string text;
    std::vector<mc::RegisterId> registers; // registers it reads
    std::string object;                    // or: part of the object of this name
    unsigned bit = 0, bits = 32;
    bool known = true;
  };
  using Expression = std::vector<Piece>;
  struct Value {
    bool known = false;
    Piece piece;
    std::vector<unsigned> physical;
    uint32_t set = 0, gone = mc::kNothing; // valid from the word after `set`, until the word after
                                           // `gone` (origins)
  };
  struct Block {
    mc::LabelId label;
    uint32_t first; // origin
  };
  struct Point {
    unsigned index; // among the module's points
    std::string function;
    uint32_t next; // origin of the word after it
    size_t block;
    Expression condition;
    std::vector<Expression> arguments;
  };
  class Placer;

  // Passes have moved values, and labels at one place; each value was created before its label.
  struct Waiting {
    std::string label;
    unsigned instance; // ascending in the order of the program
    const llvm::MDNode* what;
    Point point;
    const llvm::DILocation* inlined_at;
    uint32_t next; // origin of the word after the label
  };
  void settle();
  void settle(Waiting& w);
  uint32_t position(const Waiting& w) const;
  static const Value& at(const std::vector<Value>& values, uint32_t label);
  Piece leaf(const llvm::MDNode& part, const std::string& name, const Waiting& w) const;

  // Values of arguments in the current block; each argument has a variable of its own
  // (debug_pins.cc).
  using Variable = std::pair<std::string, const llvm::DILocation*>;
  std::map<Variable, std::vector<Value>> values_;
  std::vector<Waiting> waiting_;
  std::vector<Block> blocks_;
  std::vector<Point> points_;
  std::string function_;
  uint32_t end_ = 0;
};

} // namespace mecc::codegen
