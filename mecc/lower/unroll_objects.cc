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

#include <llvm/Analysis/LoopInfo.h>
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

// Unrolls only marked loops.
void unroll_marked(Module& m) {
  Pipeline p;
  LoopPassManager loops;
  cantFail(p.builder().parsePassPipeline(loops, "loop-rotate,indvars"));
  loops.addPass(LoopFullUnrollPass(2, /*OnlyWhenForced=*/true));
  FunctionPassManager functions;
  functions.addPass(LoopSimplifyPass());
  functions.addPass(EndLoopValues());
  functions.addPass(createFunctionToLoopPassAdaptor(std::move(loops)));
  ModulePassManager passes;
  passes.addPass(createModuleToFunctionPassAdaptor(std::move(functions)));
  passes.addPass(p.parse(functions_pipeline("PROMOTE,early-cse,instsimplify,CFG,adce")));
  p.run(m, std::move(passes));
}

} // namespace

void unroll_objects(Job& job) {
  bool unrolled = false;
  ixp::until_stable([&] {
    bool again = false;
    for (Function& f : job.module)
      if (!f.isDeclaration()) again |= mark_loops(f);
    if (again) unroll_marked(job.module);
    unrolled |= again;
    return again;
  });
  if (unrolled && job.options.level > 0) simplify_functions(job);
}

} // namespace mecc::lower
