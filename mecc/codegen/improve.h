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

// A pass of that class in a file of its own; optimisations.h describes each.
#define MECC_IMPROVEMENT(name)                                                                     \
  struct name##Pass : ImprovementPass, llvm::PassInfoMixin<name##Pass> {                           \
    using ImprovementPass::ImprovementPass;                                                        \
    llvm::PreservedAnalyses run(llvm::Function&, llvm::FunctionAnalysisManager&);                  \
  };
MECC_IMPROVEMENT(WideShifts)
MECC_IMPROVEMENT(LmStreams)
MECC_IMPROVEMENT(CarriedSums)
MECC_IMPROVEMENT(OrAddresses)
MECC_IMPROVEMENT(CounterBases)
MECC_IMPROVEMENT(ByteIndices)
MECC_IMPROVEMENT(OwnAddresses)
MECC_IMPROVEMENT(OwnReturns)
MECC_IMPROVEMENT(NarrowProducts)
MECC_IMPROVEMENT(EarlyReturns)
MECC_IMPROVEMENT(NearTests)
#undef MECC_IMPROVEMENT

// argument_registers.cc: fills in conventions of the machine.
void choose_argument_registers(llvm::Module&, llvm::FunctionAnalysisManager&,
                               const llvm::MEv2TargetMachine&);

} // namespace mecc::codegen
