// Registers and signals cannot be indexed by a variable: loops over them are unrolled at every
// level, even without a request in the source.
//
//   for (i = 0; i < 4; ++i)                       sram_read(&x[0], .., &done[0]);
//     sram_read(&x[i], .., &done[i]);             sram_read(&x[1], .., &done[1]); ...
#include "base/dataflow.h"
#include "mecc/lower/debug_loops.h"
#include "mecc/lower/job.h"
#include "mecc/lower/objects.h"
#include "mecc/lower/pipeline.h"
#include "mecc/lower/primitives.h"

#include <fmt/format.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Operator.h>
#include <llvm/Transforms/Scalar/LoopPassManager.h>
#include <llvm/Transforms/Scalar/LoopUnrollPass.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>

using namespace llvm;

namespace mecc::lower {

namespace {

constexpr char kUnroll[] = "llvm.loop.unroll.full";

// Instructions of an unrolled loop. A control store has 4096 words; the time for 75,000 is minutes.
constexpr uint64_t kMostInstructions = 20'000;

// The instruction that makes a pointer variable, or null.
const Instruction* varying_part(const Value* pointer) {
  while (const auto* gep = dyn_cast<GEPOperator>(pointer)) {
    if (!gep->hasAllConstantIndices()) return dyn_cast<Instruction>(gep);
    pointer = gep->getPointerOperand();
  }
  return isa<PHINode, SelectInst>(pointer) ? cast<Instruction>(pointer) : nullptr;
}

bool needs_constant(const Instruction& user, const Use& pointer) {
  const auto* call = dyn_cast<CallInst>(&user);
  if (call) return !primitive_of(*call).empty() && primitive_of(*call) != "object";
  const Value* object = register_object_of(pointer.get());
  return object && getLoadStorePointerOperand(&user) == pointer.get() &&
         kind_of(object) == Kind::Gpr;
}

bool changes_in(const Loop& loop, const Instruction& part) {
  if (isa<PHINode, SelectInst>(part)) return loop.contains(&part);
  return any_of(part.operands(), [&](const Use& u) { return !loop.isLoopInvariant(u.get()); });
}

// Marks the innermost loop in which the pointer changes; false if that loop has been tried.
bool mark(const LoopInfo& loops, const Instruction& user, const Instruction& part) {
  for (Loop* loop = loops.getLoopFor(user.getParent()); loop; loop = loop->getParentLoop()) {
    if (!changes_in(*loop, part)) continue;
    if (findOptionMDForLoop(loop, "mecc.unrolled")) return false;
    LLVMContext& c = user.getContext();
    MDNode* all = MDNode::get(c, MDString::get(c, kUnroll));
    MDNode* tried = MDNode::get(c, MDString::get(c, "mecc.unrolled"));
    loop->setLoopID(
        makePostTransformationMetadata(c, loop->getLoopID(), {"llvm.loop.unroll."}, {all, tried}));
    return true;
  }
  return false;
}

bool mark_loops(Function& f) {
  const DominatorTree tree(f);
  const LoopInfo loops(tree);
  bool marked = false;
  for (Instruction& i : instructions(f))
    for (const Use& u : i.operands()) {
      if (!u->getType()->isPointerTy() || !leads_to_register_object(u.get())) continue;
      const Instruction* part = varying_part(u.get());
      if (part && needs_constant(i, u)) marked |= mark(loops, i, *part);
    }
  return marked;
}

// Number of turns of a loop that is unrolled; 0 if it is unknown.
uint64_t turns_of(const Loop& loop, ScalarEvolution& counts) {
  SmallVector<BasicBlock*, 4> ends;
  loop.getExitingBlocks(ends);
  uint64_t fewest = 0;
  for (const BasicBlock* end : ends)
    if (const uint64_t turns = counts.getSmallConstantTripCount(&loop, end))
      fewest = fewest ? std::min(fewest, turns) : turns;
  return fewest;
}

// Reports a marked loop that becomes too large, and removes its mark. Loops in it are unrolled: the
// numbers of their turns multiply.
class Bound : public PassInfoMixin<Bound> {
public:
  explicit Bound(Job& job) : job_(job) {}

  PreservedAnalyses run(Loop& loop, LoopAnalysisManager&, LoopStandardAnalysisResults& known,
                        LPMUpdater&) {
    uint64_t size = 0;
    for (const BasicBlock* block : loop.blocks())
      size += block->size();
    if (!findOptionMDForLoop(&loop, kUnroll) ||
        size * turns_of(loop, known.SE) <= kMostInstructions)
      return PreservedAnalyses::all();
    loop.setLoopID(nullptr);
    job_.report.add(
        {ixp::Severity::Error, place_of(loop.getStartLoc()),
         fmt::format("this loop counts through registers or signals, so it and the loops in it "
                     "are unrolled, to more than {} instructions; index registers in fewer "
                     "nested loops, or copy them to an array in memory",
                     kMostInstructions)});
    return PreservedAnalyses::all();
  }

private:
  Job& job_;
};

// Unrolls only marked loops.
void unroll_marked(Job& job) {
  Pipeline p;
  LoopPassManager loops;
  cantFail(p.builder().parsePassPipeline(loops, "loop-rotate,indvars"));
  loops.addPass(Bound(job));
  loops.addPass(LoopFullUnrollPass(2, /*OnlyWhenForced=*/true));
  FunctionPassManager functions;
  functions.addPass(LoopSimplifyPass());
  functions.addPass(EndLoopValues());
  functions.addPass(createFunctionToLoopPassAdaptor(std::move(loops)));
  ModulePassManager passes;
  passes.addPass(createModuleToFunctionPassAdaptor(std::move(functions)));
  passes.addPass(p.parse(functions_pipeline("PROMOTE,early-cse,instsimplify,CFG,adce")));
  p.run(job.module, std::move(passes));
}

} // namespace

void unroll_objects(Job& job) {
  bool unrolled = false;
  ixp::until_stable([&] {
    bool again = false;
    for (Function& f : job.module)
      if (!f.isDeclaration()) again |= mark_loops(f);
    if (again) unroll_marked(job);
    unrolled |= again;
    return again && !job.report.failed();
  });
  if (unrolled && !job.report.failed() && job.options.level > 0) simplify_functions(job);
}

} // namespace mecc::lower
