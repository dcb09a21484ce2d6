// -Og: a local variable keeps its value until its scope ends, so that prints, assertions and the
// debugger show it. An empty assembly statement at each end of the scope reads the value, and at
// back edges of loops in the scope, as an endless loop reaches no end. Constants need no register;
// drop_hints() removes their statements.
#include "mecc/lower/job.h"
#include "mecc/lower/objects.h"
#include "mecc/lower/primitives.h"
#include "mecc/lower/runtime.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>

using namespace llvm;

namespace mecc::lower {

namespace {

// Variables of at most 64 bits that become values.
bool becomes_value(AllocaInst& a) {
  return a.getAllocatedType()->isIntegerTy() && a.getAllocatedType()->getIntegerBitWidth() <= 64 &&
         !kind_of(&a) && !findDVRDeclares(&a).empty() && isAllocaPromotable(&a);
}

class Keeper {
public:
  explicit Keeper(Function& f) : tree_(f), loops_(tree_) {
    for (Instruction& i : instructions(f)) {
      if (isa<ReturnInst>(i)) returns_.push_back(&i);
      if (auto* a = dyn_cast<AllocaInst>(&i); a && becomes_value(*a)) variables_.push_back(a);
    }
  }

  void run() {
    for (AllocaInst* a : variables_) {
      SmallVector<Instruction*> ends;
      for (User* u : a->users())
        if (auto* mark = dyn_cast<LifetimeIntrinsic>(u);
            mark && mark->getIntrinsicID() == Intrinsic::lifetime_end)
          ends.push_back(mark);
      const bool ended = !ends.empty(); // Clang marks no ends of parameters
      if (!ended) ends.assign(returns_.begin(), returns_.end());
      for (Loop* loop : loops_.getLoopsInPreorder())
        if (is_in_scope(*a, *loop)) loop_ends(*loop, ends);
      for (Instruction* end : ends)
        keep(*a, *end);
    }
  }

private:
  // True if the scope of the variable contains the loop.
  bool is_in_scope(const AllocaInst& a, const Loop& loop) const {
    const auto before = [&](const User* u) {
      return tree_.dominates(cast<Instruction>(u), loop.getHeader());
    };
    return all_of(a.users(), [&](const User* u) {
      const auto* mark = dyn_cast<LifetimeIntrinsic>(u);
      if (!mark) return true;
      return mark->getIntrinsicID() == Intrinsic::lifetime_start ? before(u) : !before(u);
    });
  }

  static void loop_ends(const Loop& loop, SmallVectorImpl<Instruction*>& ends) {
    SmallVector<BasicBlock*> latches;
    loop.getLoopLatches(latches);
    for (BasicBlock* latch : latches)
      ends.push_back(latch->getTerminator());
  }

  static void keep(AllocaInst& a, Instruction& end) {
    IRBuilder<> b(&end);
    Value* value = b.CreateLoad(a.getAllocatedType(), &a);
    if (value->getType()->getIntegerBitWidth() <= 32) return keep_value(b, value);
    keep_value(b, b.CreateTrunc(value, b.getInt32Ty()));
    keep_value(b, b.CreateTrunc(b.CreateLShr(value, 32), b.getInt32Ty()));
  }

  DominatorTree tree_;
  LoopInfo loops_;
  SmallVector<Instruction*> returns_;
  SmallVector<AllocaInst*> variables_;
};

} // namespace

void keep_variables(Job& job) {
  if (!job.options.keep_variables) return;
  for (Function& f : job.module)
    if (!f.isDeclaration() && !is_division_function(f.getName())) Keeper(f).run();
}

} // namespace mecc::lower
