// Warns about loops that wait for a variable of this microengine and never swap:
//
//   while (!ready);                 warning: this loop waits for 'ready', but nothing ..
//
// Contexts run until they swap, so no other context can set the variable. Memories outside the
// microengine are different: an access to them swaps.
#include "mecc/lower/job.h"
#include "mecc/lower/objects.h"

#include <fmt/format.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

using namespace llvm;

namespace mecc::lower {

namespace {

class Spin {
public:
  Spin(const Job& job, const Loop& loop) : job_(job), loop_(loop) {}

  // The variable that must change for the loop to end; null if the loop may end, or swaps.
  const GlobalVariable* awaited() {
    if (loop_.hasNoExitBlocks()) return nullptr;
    for (const BasicBlock* b : loop_.blocks()) {
      const auto* end = dyn_cast<BranchInst>(b->getTerminator());
      if (!end || (end->isConditional() && !depends_on_globals(end->getCondition())))
        return nullptr;
    }
    for (const BasicBlock* b : loop_.blocks())
      if (any_of(*b, [this](const Instruction& i) { return ends(i); })) return nullptr;
    return awaited_.empty() ? nullptr : awaited_.front();
  }

private:
  // A global in registers or local memory, which only contexts of this microengine change.
  const GlobalVariable* own_global(const Value* pointer) const {
    const auto* g = dyn_cast_or_null<GlobalVariable>(object_of(const_cast<Value*>(pointer)));
    if (!g || g->getAddressSpace() != 0) return nullptr;
    for (const char* flag : {"import", "export", "visible", "remote"})
      if (has_flag(*g, flag)) return nullptr;
    const std::optional<Kind> kind = kind_of(g);
    if (!kind) return job_.options.data_in_sram ? nullptr : g;
    return *kind == Kind::SharedGpr || *kind == Kind::Gpr || *kind == Kind::Lm ? g : nullptr;
  }

  // `v` is computed from constants and from globals of this microengine alone.
  bool depends_on_globals(const Value* v) {
    const auto* i = dyn_cast<Instruction>(v);
    if (!i) return isa<Constant>(v);
    if (!loop_.contains(i) || (isa<PHINode>(i) && i->getParent() == loop_.getHeader()))
      return false;
    if (const auto* load = dyn_cast<LoadInst>(i)) {
      const GlobalVariable* g = own_global(load->getPointerOperand());
      if (g) awaited_.push_back(g);
      return g;
    }
    return isa<CmpInst, BinaryOperator, CastInst, PHINode, SelectInst>(i) &&
           all_of(i->operand_values(), [this](const Value* o) { return depends_on_globals(o); });
  }

  // The instruction may swap, or change an awaited variable.
  bool ends(const Instruction& i) const {
    if (isa<DbgInfoIntrinsic>(i) || !i.mayReadOrWriteMemory()) return false;
    const Value* pointer = getLoadStorePointerOperand(&i);
    const Value* object = pointer ? object_of(const_cast<Value*>(pointer)) : nullptr;
    if (!object) return true;
    if (isa<AllocaInst>(object)) return job_.options.data_in_sram && !kind_of(object);
    const GlobalVariable* g = own_global(pointer);
    return !g || (isa<StoreInst>(i) && is_contained(awaited_, g));
  }

  const Job& job_;
  const Loop& loop_;
  SmallVector<const GlobalVariable*, 2> awaited_;
};

} // namespace

void check_spins(Job& job) {
  for (Function& f : job.module) {
    if (f.isDeclaration()) continue;
    const DominatorTree tree(f);
    const LoopInfo loops(tree);
    for (const Loop* loop : loops.getLoopsInPreorder())
      if (const GlobalVariable* g = Spin(job, *loop).awaited())
        job.report.warning(
            *loop->getHeader()->getTerminator(),
            fmt::format("this loop waits for '{}', but nothing in it sets it, and no "
                        "other context runs before a swap; call ctx_swap() in the "
                        "loop",
                        user_name(g)),
            "loops");
  }
}

} // namespace mecc::lower
