// ixp_print and ixp_assert, which mecc/lower/debug_points.cc made labels of: where in the words
// they are, and where their arguments live there. They ask, and change nothing: what the program
// does not keep has no place.
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

// On IR, before all passes of code generation: gives the arguments variables.
void pin_debug_points(llvm::Module& module);

class DebugPoints {
public:
  // A physical register's name among the unit's.
  using Registers = std::function<mc::RegisterId(unsigned)>;

  // Of words in the order of their origins.
  void begin_block(mc::LabelId label, uint32_t next); // `next`: origin of the next word
  void begin_function(std::string name) { function_ = std::move(name); }
  void end(uint32_t next);
  void value(const llvm::MachineInstr& dbg_value, uint32_t next, const Registers& registers);
  void word(const llvm::MachineInstr& mi, uint32_t next); // it may write registers of values
  void label(const llvm::MachineInstr& dbg_label, uint32_t next);

  // Fills image.points. Those of the module's points that came to nothing are warned of.
  void describe(const mc::Unit& unit, const mc::Flow& flow, const FunctionReports& functions,
                const llvm::Module& module, Image& image,
                std::vector<ixp::Diagnostic>& diagnostics) const;

private:
  struct Piece { // of an expression (mecc::DebugPoint)
    std::string text;
    std::vector<mc::RegisterId> registers; // that it reads
    std::string object;                    // or it is a part of an object of this name
    unsigned bit = 0, bits = 32;
    bool known = true;
  };
  using Expression = std::vector<Piece>;
  struct Value {
    bool known = false;
    Piece piece;
    std::vector<unsigned> physical;
    uint32_t set = 0, gone = mc::kNothing; // origins of the words behind which it is, and is not
  };
  struct Block {
    mc::LabelId label;
    uint32_t first; // origin
  };
  struct Point {
    unsigned index; // among the module's points
    std::string function;
    uint32_t next; // origin of the word behind it
    size_t block;
    Expression condition;
    std::vector<Expression> arguments;
  };
  class Placer;

  // Labels and values lose their order on the way; each value was made in front of its label.
  struct Waiting {
    std::string label;
    const llvm::MDNode* what;
    Point point;
    const llvm::DILocation* inlined_at;
  };
  void settle();
  void settle(Waiting& w);
  uint32_t position(const Waiting& w) const;
  Piece leaf(const llvm::MDNode& part, const std::string& name, const Waiting& w) const;

  // Of the arguments, each of which has a variable of its own (debug_pins.cc), in the block in
  // hand.
  using Variable = std::pair<std::string, const llvm::DILocation*>;
  std::map<Variable, Value> values_;
  std::vector<Waiting> waiting_;
  std::vector<Block> blocks_;
  std::vector<Point> points_;
  std::string function_;
  uint32_t end_ = 0;
};

} // namespace mecc::codegen
