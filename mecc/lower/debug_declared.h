#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/PassInstrumentation.h>
#include <llvm/IR/ValueHandle.h>

#include <vector>

namespace mecc::lower {

// Watches the passes of a pipeline for variables whose address is known elsewhere, so that they
// stay in memory. LLVM does not update their debug records when it deletes or moves a store: LICM
// keeps a variable in a register during a loop, and its memory has an old value. Such variables
// lose their location.
class DeclaredVariables {
public:
  explicit DeclaredVariables(llvm::PassInstrumentationCallbacks& calls);

private:
  struct Store {
    llvm::WeakVH variable; // an alloca
    llvm::WeakVH store;
    const llvm::BasicBlock* block;
  };
  static std::vector<Store> stores(llvm::Function& f);
  void end_changed(llvm::StringRef pass);

  std::vector<std::vector<Store>> before_; // the running pass is the last one
};

} // namespace mecc::lower
