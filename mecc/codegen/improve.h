// What is better done on IR, with LLVM's loop analyses, than on machine code. Runs in front of the
// machine's own pipeline; each part is a pass in a file of its own.
#pragma once

#include "mecc/codegen/target_machine.h"

#include "llvm/IR/PassManager.h"

namespace mecc::codegen {

void improve(llvm::Module&, llvm::MEv2TargetMachine&);

// A function pass of ours that can be left out.
class ImprovementPass {
public:
  explicit ImprovementPass(const Settings& settings) : settings_(settings) {}
  static bool isRequired() { return false; }

protected:
  const Settings& settings_;
};

// lm_streams.cc: pointers into local memory walk along with loops.
struct LmStreamsPass : ImprovementPass, llvm::PassInfoMixin<LmStreamsPass> {
  using ImprovementPass::ImprovementPass;
  llvm::PreservedAnalyses run(llvm::Function&, llvm::FunctionAnalysisManager&);
};

// or_addresses.cc: base OR index where base + index is the same.
struct OrAddressesPass : ImprovementPass, llvm::PassInfoMixin<OrAddressesPass> {
  using ImprovementPass::ImprovementPass;
  llvm::PreservedAnalyses run(llvm::Function&, llvm::FunctionAnalysisManager&);
};

// count_down.cc: counters that nothing but their loop's end asks for go down to 0.
struct CountDownPass : ImprovementPass, llvm::PassInfoMixin<CountDownPass> {
  using ImprovementPass::ImprovementPass;
  llvm::PreservedAnalyses run(llvm::Function&, llvm::FunctionAnalysisManager&);
};

// own_returns.cc: ways that bring their own result return by themselves.
struct OwnReturnsPass : ImprovementPass, llvm::PassInfoMixin<OwnReturnsPass> {
  using ImprovementPass::ImprovementPass;
  llvm::PreservedAnalyses run(llvm::Function&, llvm::FunctionAnalysisManager&);
};

// near_tests.cc: a mask whose bits a branch tests stands in front of it.
struct NearTestsPass : ImprovementPass, llvm::PassInfoMixin<NearTestsPass> {
  using ImprovementPass::ImprovementPass;
  llvm::PreservedAnalyses run(llvm::Function&, llvm::FunctionAnalysisManager&);
};

} // namespace mecc::codegen
