#include "mecc/lower/offsets.h"
#include "mecc/lower/objects.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/Utils/Local.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

using namespace llvm;

namespace mecc::lower {

namespace {

Value* sum(IRBuilder<>& b, Value* x, Value* y) {
  if (const auto* c = dyn_cast<ConstantInt>(x); c && c->isZero()) return y;
  if (const auto* c = dyn_cast<ConstantInt>(y); c && c->isZero()) return x;
  return b.CreateAdd(x, y);
}

Value* offset_of_gep(IRBuilder<>& b, GEPOperator& gep) {
  return emitGEPOffset(&b, b.GetInsertBlock()->getModule()->getDataLayout(), &gep);
}

// Finds the only object that phis and selects lead to; null if there are several.
class Roots {
public:
  Value* only(Value* pointer) { return visit(pointer) ? root_ : nullptr; }

private:
  bool visit(Value* p) {
    if (!seen_.insert(p).second) return true;
    if (auto* gep = dyn_cast<GEPOperator>(p)) return visit(gep->getPointerOperand());
    if (auto* select = dyn_cast<SelectInst>(p))
      return visit(select->getTrueValue()) && visit(select->getFalseValue());
    if (auto* phi = dyn_cast<PHINode>(p))
      return all_of(phi->incoming_values(), [&](Value* v) { return visit(v); });
    if (isa<UndefValue>(p)) return true;
    if (!register_object_of(p) || (root_ && root_ != p)) return false;
    root_ = p;
    return true;
  }

  Value* root_ = nullptr;
  SmallPtrSet<Value*, 16> seen_;
};

class Rewriter {
public:
  void add(Instruction* choice, Value* object) {
    choices_.push_back({choice, object});
    if (auto* phi = dyn_cast<PHINode>(choice)) {
      IRBuilder<> b(phi);
      offsets_[phi] = b.CreatePHI(b.getInt32Ty(), phi->getNumIncomingValues());
    }
  }

  void run() {
    for (auto& [choice, object] : choices_)
      if (auto* phi = dyn_cast<PHINode>(choice)) fill(*phi);
    for (auto& [choice, object] : choices_)
      replace(*choice, object);
    for (auto& [choice, object] : choices_)
      choice->eraseFromParent();
  }

private:
  void fill(PHINode& phi) {
    for (unsigned n = 0; n < phi.getNumIncomingValues(); ++n) {
      IRBuilder<> b(phi.getIncomingBlock(n)->getTerminator());
      cast<PHINode>(offsets_[&phi])
          ->addIncoming(offset(b, phi.getIncomingValue(n)), phi.getIncomingBlock(n));
    }
  }

  Value* offset(IRBuilder<>& b, Value* pointer) {
    if (const auto known = offsets_.find(pointer); known != offsets_.end()) return known->second;
    if (auto* gep = dyn_cast<GEPOperator>(pointer))
      return sum(b, offset(b, gep->getPointerOperand()), offset_of_gep(b, *gep));
    if (auto* select = dyn_cast<SelectInst>(pointer)) {
      IRBuilder<> here(select);
      Value* yes = offset(here, select->getTrueValue());
      Value* no = offset(here, select->getFalseValue());
      return offsets_[select] = here.CreateSelect(select->getCondition(), yes, no);
    }
    if (isa<UndefValue>(pointer)) return UndefValue::get(b.getInt32Ty());
    return b.getInt32(0); // the object itself
  }

  void replace(Instruction& choice, Value* object) {
    IRBuilder<> b(&choice);
    Value* at = offset(b, &choice);
    if (isa<PHINode>(choice))
      b.SetInsertPoint(choice.getParent(), choice.getParent()->getFirstInsertionPt());
    choice.replaceAllUsesWith(b.CreateGEP(b.getInt8Ty(), object, at));
  }

  std::vector<std::pair<Instruction*, Value*>> choices_;
  DenseMap<Value*, Value*> offsets_;
};

} // namespace

Value* offset_in(IRBuilder<>& b, Value* pointer, Value* object) {
  if (pointer == object) return b.getInt32(0);
  auto* gep = cast<GEPOperator>(pointer);
  return sum(b, offset_in(b, gep->getPointerOperand(), object), offset_of_gep(b, *gep));
}

void replace_walking_pointers(Function& f) {
  Rewriter rewriter;
  for (Instruction& i : make_early_inc_range(instructions(f)))
    if (isa<PHINode, SelectInst>(i) && i.getType()->isPointerTy() && leads_to_register_object(&i))
      if (Value* object = Roots().only(&i)) rewriter.add(&i, object);
  rewriter.run();
}

} // namespace mecc::lower
