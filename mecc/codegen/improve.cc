#include "mecc/codegen/improve.h"

#include "mecc/codegen/objects_passes.h"
#include "mecc/lower/debug_watch.h"

#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ValueHandle.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/LoopStrengthReduce.h"
#include "llvm/Transforms/Scalar/SeparateConstOffsetFromGEP.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"

#include <map>
#include <utility>

using namespace llvm;

namespace mecc::codegen {
namespace {

// Replaces accesses to register objects, which have no addresses for the passes below to use.
void take_objects_out(Module& m) {
  legacy::FunctionPassManager passes(&m);
  passes.add(create_object_accesses());
  passes.add(create_aligned_stores());
  passes.doInitialization();
  for (Function& f : m)
    passes.run(f);
  passes.doFinalization();
}

// Debug records of a function that compute with their location, and those locations. LLVM's
// strength reduction gives some of them another counter and keeps the computation: then their
// values are lost.
class ComputedValues {
public:
  explicit ComputedValues(Function& f) {
    for_each(f, [&](DbgVariableRecord& r) {
      if (!r.getExpression()->isComplex()) return;
      const auto values = r.location_ops();
      before_[&r] = {r.getExpression(), {values.begin(), values.end()}};
    });
  }
  void end_changed(Function& f) const {
    for_each(f, [&](DbgVariableRecord& r) {
      const auto found = before_.find(&r);
      if (found == before_.end()) return;
      const State& before = found->second;
      if (r.getExpression() == before.expression && !equal(r.location_ops(), before.values))
        r.setKillLocation();
    });
  }

private:
  struct State {
    const DIExpression* expression = nullptr;
    SmallVector<WeakVH, 2> values; // null once deleted: another value may get the address
  };
  template <typename Do> static void for_each(Function& f, const Do& apply) {
    for (Instruction& i : instructions(f))
      for (DbgVariableRecord& r : filterDbgVars(i.getDbgRecordRange()))
        apply(r);
  }
  std::map<const DbgVariableRecord*, State> before_;
};

// LLVM's strength reduction.
struct StrengthReductionPass : PassInfoMixin<StrengthReductionPass> {
  PreservedAnalyses run(Loop& loop, LoopAnalysisManager& analyses,
                        LoopStandardAnalysisResults& results, LPMUpdater& updater) {
    Function& f = *loop.getHeader()->getParent();
    const ComputedValues values(f);
    const PreservedAnalyses kept = LoopStrengthReducePass().run(loop, analyses, results, updater);
    values.end_changed(f);
    return kept;
  }
};

} // namespace

void improve(Module& m, MEv2TargetMachine& machine) {
  take_objects_out(m);
  const Settings& s = machine.settings;
  LoopAnalysisManager loops;
  FunctionAnalysisManager functions;
  CGSCCAnalysisManager sccs;
  ModuleAnalysisManager modules;
  functions.registerPass([] { // no function of the program is one of the C library
    TargetLibraryInfoImpl none;
    none.disableAllFunctions();
    return TargetLibraryAnalysis(none);
  });
  PassInstrumentationCallbacks calls;
  const lower::DebugWatch watch(calls);
  PassBuilder builder(&machine, {}, {}, &calls);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(sccs);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, sccs, modules);

  FunctionPassManager passes;
  if (is_on(Optimisation::CarriedSums, s)) passes.addPass(CarriedSumsPass(s));
  if (is_on(Optimisation::WideShifts, s)) passes.addPass(WideShiftsPass(s));
  if (is_on(Optimisation::OwnAddresses, s) && !s.source_order) passes.addPass(OwnAddressesPass(s));
  if (is_on(Optimisation::LmStreams, s) && !s.far_frames) {
    passes.addPass(LoopSimplifyPass());
    passes.addPass(LmStreamsPass(s));
  }
  if (is_on(Optimisation::CounterBases, s)) passes.addPass(CounterBasesPass(s));
  if (is_on(Optimisation::OrAddresses, s)) { // while bases are still those of variables
    passes.addPass(SeparateConstOffsetFromGEPPass());
    passes.addPass(EarlyCSEPass());
    passes.addPass(OrAddressesPass(s));
  }
  if (!s.source_order) passes.addPass(createFunctionToLoopPassAdaptor(StrengthReductionPass()));
  if (is_on(Optimisation::ByteIndices, s) && !s.source_order) passes.addPass(ByteIndicesPass(s));
  if (is_on(Optimisation::NarrowProducts, s)) passes.addPass(NarrowProductsPass(s));
  if (is_on(Optimisation::NearTests, s)) passes.addPass(NearTestsPass(s));
  if (is_on(Optimisation::OwnReturns, s)) passes.addPass(OwnReturnsPass(s));
  if (is_on(Optimisation::EarlyReturns, s)) passes.addPass(EarlyReturnsPass(s));
  for (Function& f : m)
    if (!f.isDeclaration()) passes.run(f, functions);
  if (is_on(Optimisation::ArgumentRegisters, s)) choose_argument_registers(m, functions, machine);
}

} // namespace mecc::codegen
