// Passes for debug values. LLVM's passes follow the uses of values by instructions. InstCombine and
// BDCE may change bits that no instruction needs, although debug records show the value. Such
// records lose their location.
#pragma once

#include "mecc/lower/value_trials.h"

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/DebugProgramInstruction.h>
#include <llvm/IR/PassManager.h>
#include <llvm/IR/ValueHandle.h>

#include <map>
#include <memory>
#include <utility>
#include <vector>

namespace mecc::lower {

class DebugValuesBefore {
public:
  explicit DebugValuesBefore(llvm::Function& f);
  void end_changed(llvm::Function& f); // after the pass

private:
  struct Shown {
    const llvm::DbgVariableRecord* record;
    llvm::DebugVariable variable;
    const llvm::DIExpression* expression;
    std::vector<unsigned> nodes;
    uint64_t bits;
    llvm::WeakVH at; // the record precedes this instruction
    const llvm::BasicBlock* block;
  };
  // Conditions that hold in a block (nodes), with their values.
  using Conditions = std::vector<std::pair<unsigned, bool>>;
  template <typename Add> static std::vector<Shown> shown(llvm::Function& f, Add add);
  struct Pair { // a record after the pass, and one that it may come from
    const Shown *before, *now;
    Conditions conditions = {}; // of `before`, once the values have differed without them
    unsigned agreed = 0;        // in as many trials
    bool differs = false;
  };
  void add_conditions(llvm::Function& f);
  Conditions relevant(const Shown& s) const;
  bool hold(const Conditions& conditions);
  void compare(std::vector<Pair*> pairs, unsigned trials);
  std::vector<Pair> pairs(const std::vector<Shown>& now) const;
  void compare(Pair& p);
  static void end_before(const Pair& p);
  std::pair<std::vector<uint64_t>, bool> value(unsigned graph, const Shown& s);

  std::unique_ptr<ValueTrials> trials_; // null: no debug values
  std::vector<Shown> before_;
  std::map<const llvm::BasicBlock*, Conditions> conditions_;
};

template <typename Pass> class KeepDebugValues : public llvm::PassInfoMixin<KeepDebugValues<Pass>> {
public:
  explicit KeepDebugValues(Pass pass) : pass_(std::move(pass)) {}

  llvm::PreservedAnalyses run(llvm::Function& f, llvm::FunctionAnalysisManager& analyses) {
    DebugValuesBefore values(f);
    llvm::PreservedAnalyses preserved = pass_.run(f, analyses);
    if (!preserved.areAllPreserved()) values.end_changed(f);
    return preserved;
  }

private:
  Pass pass_;
};

// Records the argument values of ixp_print and ixp_assert at their points (debug_pins.cc).
class PinDebugPoints : public llvm::PassInfoMixin<PinDebugPoints> {
public:
  llvm::PreservedAnalyses run(llvm::Function& f, llvm::FunctionAnalysisManager&);
};

} // namespace mecc::lower
