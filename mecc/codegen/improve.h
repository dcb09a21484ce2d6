// Optimisations on IR, which need LLVM's loop analyses. They run before the machine's pipeline;
// each is a pass in a file of its own.
#pragma once

#include "mecc/codegen/target_machine.h"

#include "llvm/IR/PassManager.h"

namespace mecc::codegen {

void improve(llvm::Module&, llvm::MEv2TargetMachine&);

// An optional function pass.
class ImprovementPass {
public:
  explicit ImprovementPass(const Settings& settings) : settings_(settings) {}
  static bool isRequired() { return false; }

protected:
  const Settings& settings_;
};

// wide_shifts.cc: halves of 64-bit shifts are values of their own.
struct WideShiftsPass : ImprovementPass, llvm::PassInfoMixin<WideShiftsPass> {
  using ImprovementPass::ImprovementPass;
  llvm::PreservedAnalyses run(llvm::Function&, llvm::FunctionAnalysisManager&);
};

// lm_streams.cc: local-memory pointers advance with loops.
struct LmStreamsPass : ImprovementPass, llvm::PassInfoMixin<LmStreamsPass> {
  using ImprovementPass::ImprovementPass;
  llvm::PreservedAnalyses run(llvm::Function&, llvm::FunctionAnalysisManager&);
};

// carried_sums.cc: one's complement sums add with carry.
struct CarriedSumsPass : ImprovementPass, llvm::PassInfoMixin<CarriedSumsPass> {
  using ImprovementPass::ImprovementPass;
  llvm::PreservedAnalyses run(llvm::Function&, llvm::FunctionAnalysisManager&);
};

// or_addresses.cc: base OR index where it equals base + index.
struct OrAddressesPass : ImprovementPass, llvm::PassInfoMixin<OrAddressesPass> {
  using ImprovementPass::ImprovementPass;
  llvm::PreservedAnalyses run(llvm::Function&, llvm::FunctionAnalysisManager&);
};

// count_down.cc: counters used only by their loop's end test go down to 0.
struct CountDownPass : ImprovementPass, llvm::PassInfoMixin<CountDownPass> {
  using ImprovementPass::ImprovementPass;
  llvm::PreservedAnalyses run(llvm::Function&, llvm::FunctionAnalysisManager&);
};

// counter_bases.cc: counters carry the constant that their uses add.
struct CounterBasesPass : ImprovementPass, llvm::PassInfoMixin<CounterBasesPass> {
  using ImprovementPass::ImprovementPass;
  llvm::PreservedAnalyses run(llvm::Function&, llvm::FunctionAnalysisManager&);
};

// byte_indices.cc: indices of local memory are carried in bytes.
struct ByteIndicesPass : ImprovementPass, llvm::PassInfoMixin<ByteIndicesPass> {
  using ImprovementPass::ImprovementPass;
  llvm::PreservedAnalyses run(llvm::Function&, llvm::FunctionAnalysisManager&);
};

// own_addresses.cc: paths with a constant address of their own have accesses of their own.
struct OwnAddressesPass : ImprovementPass, llvm::PassInfoMixin<OwnAddressesPass> {
  using ImprovementPass::ImprovementPass;
  llvm::PreservedAnalyses run(llvm::Function&, llvm::FunctionAnalysisManager&);
};

// own_returns.cc: paths with a result of their own return directly.
struct OwnReturnsPass : ImprovementPass, llvm::PassInfoMixin<OwnReturnsPass> {
  using ImprovementPass::ImprovementPass;
  llvm::PreservedAnalyses run(llvm::Function&, llvm::FunctionAnalysisManager&);
};

// narrow_products.cc: factors known to be narrow need fewer steps.
struct NarrowProductsPass : ImprovementPass, llvm::PassInfoMixin<NarrowProductsPass> {
  using ImprovementPass::ImprovementPass;
  llvm::PreservedAnalyses run(llvm::Function&, llvm::FunctionAnalysisManager&);
};

// early_returns.cc: paths that return at once are expected to be the rarer ones.
struct EarlyReturnsPass : ImprovementPass, llvm::PassInfoMixin<EarlyReturnsPass> {
  using ImprovementPass::ImprovementPass;
  llvm::PreservedAnalyses run(llvm::Function&, llvm::FunctionAnalysisManager&);
};

// near_tests.cc: moves a mask next to the branch that tests its bits.
struct NearTestsPass : ImprovementPass, llvm::PassInfoMixin<NearTestsPass> {
  using ImprovementPass::ImprovementPass;
  llvm::PreservedAnalyses run(llvm::Function&, llvm::FunctionAnalysisManager&);
};

// argument_registers.cc: fills in conventions of the machine.
void choose_argument_registers(llvm::Module&, llvm::FunctionAnalysisManager&,
                               const llvm::MEv2TargetMachine&);

} // namespace mecc::codegen
