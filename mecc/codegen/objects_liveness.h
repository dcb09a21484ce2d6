// When register objects are occupied.
//
// A variable is occupied where its value is still wanted and something may have set it, and while
// a command that moves it (or will raise it, for a signal) is under way: from the issue until the
// wait or test that takes its signal, on every path.
#pragma once

#include "mecc/codegen/objects_table.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace llvm {
class MachineBasicBlock;
} // namespace llvm

namespace mecc::codegen {

class ObjectLiveness {
public:
  ObjectLiveness(const llvm::MachineFunction&, const ObjectTable&);

  // Calls f(instruction, variables that are occupied while it executes or right behind it, and
  // those that are before and after it).
  using Moment = llvm::function_ref<void(const llvm::MachineInstr&, const llvm::BitVector& occupied,
                                         const llvm::BitVector& across)>;
  void each(Moment) const;

  // Activities that may be under way where a wait or test begins.
  const llvm::BitVector& under_way(const llvm::MachineInstr& mi) const {
    return under_way_.find(&mi)->second;
  }

private:
  struct Sets {
    llvm::BitVector wanted_in, wanted_out; // variables
    llvm::BitVector set_in, set_out;       // variables that something may have set
    llvm::BitVector going_in, going_out;   // activities
  };
  void backward(const Effects&, llvm::BitVector& wanted) const;
  void forward(const Effects&, llvm::BitVector& set, llvm::BitVector& going) const;
  void consume(int signal, llvm::BitVector& going) const;
  // Adds what goes on over the edge; whether that is news.
  bool flow_over(const llvm::MachineBasicBlock& from, const llvm::MachineBasicBlock& to);
  void solve_wanted();
  void solve_forward();
  void note_under_way();
  void add_under_way(const llvm::BitVector& going, llvm::BitVector& variables) const;

  const llvm::MachineFunction& mf_;
  const ObjectTable& table_;
  std::vector<Sets> blocks_; // by number
  std::map<const llvm::MachineInstr*, llvm::BitVector> under_way_;
};

// The block control goes to when a signal test at the end of a block found the signal set. Null
// when both ways lead to one block.
const llvm::MachineBasicBlock* set_successor(const llvm::MachineInstr& test);

} // namespace mecc::codegen
