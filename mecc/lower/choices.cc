// LLVM likes to load once through a choice of pointers; registers want the opposite:
//
//   %p = select i1 %c, ptr %x, ptr %y       %a = load i32, ptr %x
//   %v = load i32, ptr %p                   %b = load i32, ptr %y
//                                           %v = select i1 %c, i32 %a, i32 %b
//
// Several choices in a row, and phis, carry the number of the pointer chosen.
#include "mecc/lower/objects.h"
#include "mecc/lower/offsets.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/InstIterator.h>

using namespace llvm;

namespace mecc::lower {

namespace {

bool is_choice(const Value* v) {
  return isa<PHINode, SelectInst>(v);
}

// An object, or a constant offset into one: means the same everywhere in the function.
bool is_fixed(Value* v) {
  if (!register_object_of(v)) return false;
  for (auto* gep = dyn_cast<GetElementPtrInst>(v); gep;
       gep = dyn_cast<GetElementPtrInst>(gep->getPointerOperand()))
    if (!gep->hasAllConstantIndices()) return false;
  return true;
}

// Everything a choice may come to, numbered; false when not all of it is fixed.
class Leaves {
public:
  bool collect(Value* v) {
    if (!seen_.insert(v).second || isa<UndefValue>(v)) return true;
    if (auto* phi = dyn_cast<PHINode>(v))
      return all_of(phi->incoming_values(), [&](Value* u) { return collect(u); });
    if (auto* select = dyn_cast<SelectInst>(v))
      return collect(select->getTrueValue()) && collect(select->getFalseValue());
    if (!is_fixed(v)) return false;
    numbers_.insert({v, static_cast<uint32_t>(numbers_.size())});
    return true;
  }
  const MapVector<Value*, uint32_t>& numbers() const { return numbers_; }

private:
  SmallPtrSet<Value*, 8> seen_;
  MapVector<Value*, uint32_t> numbers_;
};

class Choice {
public:
  explicit Choice(Instruction& choice) : choice_(choice) {}

  // True when the choice is gone.
  bool replace() {
    if (!leaves_.collect(&choice_)) return false;
    SmallVector<LoadInst*, 8> loads;
    if (!collect_loads(&choice_, loads)) return false;
    Value* number = number_of(&choice_);
    for (LoadInst* load : loads)
      replace(*load, number);
    return true;
  }

private:
  // Loads at constant offsets from the choice; false when there is any other use.
  bool collect_loads(Value* pointer, SmallVectorImpl<LoadInst*>& loads) {
    return all_of(pointer->users(), [&](User* user) {
      if (auto* load = dyn_cast<LoadInst>(user)) {
        loads.push_back(load);
        return true;
      }
      auto* gep = dyn_cast<GetElementPtrInst>(user);
      return gep && gep->hasAllConstantIndices() && collect_loads(gep, loads);
    });
  }

  Value* number_of(Value* v) {
    if (Value* known = numbers_.lookup(v)) return known;
    IRBuilder<> b(&choice_);
    if (auto* phi = dyn_cast<PHINode>(v)) {
      b.SetInsertPoint(phi);
      PHINode* number = b.CreatePHI(b.getInt32Ty(), phi->getNumIncomingValues());
      numbers_[v] = number;
      for (unsigned n = 0; n < phi->getNumIncomingValues(); ++n)
        number->addIncoming(number_of(phi->getIncomingValue(n)), phi->getIncomingBlock(n));
      return number;
    }
    if (auto* select = dyn_cast<SelectInst>(v)) {
      Value* yes = number_of(select->getTrueValue());
      Value* no = number_of(select->getFalseValue());
      b.SetInsertPoint(select);
      return numbers_[v] = b.CreateSelect(select->getCondition(), yes, no);
    }
    const auto* leaf = leaves_.numbers().find(v);
    return b.getInt32(leaf == leaves_.numbers().end() ? 0 : leaf->second);
  }

  void replace(LoadInst& load, Value* number) {
    IRBuilder<> b(&load);
    const DataLayout& dl = load.getModule()->getDataLayout();
    APInt offset(32, 0);
    load.getPointerOperand()->stripAndAccumulateConstantOffsets(dl, offset,
                                                                /*AllowNonInbounds=*/true);
    Value* value = nullptr;
    for (const auto& [leaf, n] : leaves_.numbers()) {
      APInt inside(32, 0);
      Value* object =
          leaf->stripAndAccumulateConstantOffsets(dl, inside, /*AllowNonInbounds=*/true);
      Value* pointer = b.CreateGEP(b.getInt8Ty(), object, b.getInt(offset + inside));
      Value* loaded =
          b.CreateAlignedLoad(load.getType(), pointer, load.getAlign(), load.isVolatile());
      value = value ? b.CreateSelect(b.CreateICmpEQ(number, b.getInt32(n)), loaded, value) : loaded;
    }
    load.replaceAllUsesWith(value);
    load.eraseFromParent();
  }

  Instruction& choice_;
  Leaves leaves_;
  DenseMap<Value*, Value*> numbers_;
};

} // namespace

void replace_chosen_loads(Function& f) {
  SmallVector<Instruction*, 8> choices;
  for (Instruction& i : instructions(f))
    if (is_choice(&i) && i.getType()->isPointerTy() && leads_to_register_object(&i))
      choices.push_back(&i);
  SmallVector<Instruction*, 8> gone;
  for (Instruction* choice : choices)
    if (Choice(*choice).replace()) gone.push_back(choice);
  for (Instruction* choice : gone) { // with the address arithmetic that hangs on it
    choice->replaceAllUsesWith(PoisonValue::get(choice->getType()));
    choice->eraseFromParent();
  }
}

} // namespace mecc::lower
