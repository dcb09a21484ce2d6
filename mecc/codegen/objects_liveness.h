// Liveness of register objects.
//
// A variable is occupied where its value is still used and may have been set. It is also occupied
// while a command that moves it (or, for a signal, will raise it) is in flight: from the issue
// until the wait or test that takes its signal, on every path.
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

  // Calls f(instruction, variables occupied while it executes or directly after it, variables
  // occupied both before and after it).
  using Moment = llvm::function_ref<void(const llvm::MachineInstr&, const llvm::BitVector& occupied,
                                         const llvm::BitVector& across)>;
  void each(Moment) const;

  // Activities possibly in flight at the start of a wait or test.
  const llvm::BitVector& under_way(const llvm::MachineInstr& mi) const {
    return under_way_.find(&mi)->second;
  }

private:
  struct Running {
    llvm::BitVector set;   // variables that may have been set
    llvm::BitVector going; // activities
    bool merge(const Running&);
  };
  void backward(const Effects&, llvm::BitVector& wanted) const;
  void forward(const Effects&, Running&) const;
  void consume(int signal, llvm::BitVector& going) const;
  Running over(const llvm::MachineBasicBlock& from, const llvm::MachineBasicBlock& to,
               Running) const;
  void solve_wanted();
  void solve_running();
  void note_under_way();
  void add_under_way(const llvm::BitVector& going, llvm::BitVector& variables) const;

  const llvm::MachineFunction& mf_;
  const ObjectTable& table_;
  std::map<const llvm::MachineBasicBlock*, llvm::BitVector> wanted_out_; // variables
  std::map<const llvm::MachineBasicBlock*, Running> running_in_;
  std::map<const llvm::MachineInstr*, llvm::BitVector> under_way_;
};

// Successor of a block that ends with a signal test, taken if the signal is set. Null if both
// successors are the same block.
const llvm::MachineBasicBlock* set_successor(const llvm::MachineInstr& test);

} // namespace mecc::codegen
