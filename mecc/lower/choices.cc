// LLVM tends to load once through a select of pointers; registers need the opposite:
//
//   %p = select i1 %c, ptr %x, ptr %y       %a = load i32, ptr %x
//   %v = load i32, ptr %p                   %b = load i32, ptr %y
//                                           %v = select i1 %c, i32 %a, i32 %b
//
// Chains of selects, and phis, are replaced by the number of the selected pointer. Memory among the
// alternatives is read in a branch of its own, since the access may cost a swap.
#include "base/dataflow.h"
#include "mecc/lower/objects.h"
#include "mecc/lower/offsets.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

using namespace llvm;

namespace mecc::lower {

namespace {

bool is_choice(const Value* v) {
  return isa<PHINode, SelectInst>(v);
}

// True for an object, or a constant offset into one: valid everywhere in the function.
bool is_fixed(Value* v) {
  if (!register_object_of(v)) return false;
  for (auto* gep = dyn_cast<GetElementPtrInst>(v); gep;
       gep = dyn_cast<GetElementPtrInst>(gep->getPointerOperand()))
    if (!gep->hasAllConstantIndices()) return false;
  return true;
}

// All possible pointers of a select: numbered registers, and memory, which has the next number.
class Leaves {
public:
  // False if one of them is an object at a variable offset.
  bool collect(Value* v) {
    if (!seen_.insert(v).second || isa<UndefValue>(v)) return true;
    if (auto* phi = dyn_cast<PHINode>(v))
      return all_of(phi->incoming_values(), [&](Value* u) { return collect(u); });
    if (auto* select = dyn_cast<SelectInst>(v))
      return collect(select->getTrueValue()) && collect(select->getFalseValue());
    if (is_fixed(v)) {
      numbers_.insert({v, static_cast<uint32_t>(numbers_.size())});
      return true;
    }
    has_memory_ = true;
    return !leads_to_register_object(v);
  }
  const MapVector<Value*, uint32_t>& numbers() const { return numbers_; }
  bool has_memory() const { return has_memory_; }

  // UndefValue may be any of them.
  uint32_t number_of(Value* leaf) const {
    if (isa<UndefValue>(leaf)) return 0;
    const auto* known = numbers_.find(leaf);
    return known == numbers_.end() ? memory_number() : known->second;
  }
  uint32_t memory_number() const { return static_cast<uint32_t>(numbers_.size()); }

private:
  SmallPtrSet<Value*, 8> seen_;
  MapVector<Value*, uint32_t> numbers_;
  bool has_memory_ = false;
};

class Choice {
public:
  explicit Choice(Instruction& choice) : choice_(choice) {}

  // True if the select was replaced.
  bool replace() {
    if (!leaves_.collect(&choice_)) return false;
    SmallVector<LoadInst*, 8> loads;
    if (!collect_loads(&choice_, loads)) return false;
    Value* number = chosen(&choice_, numbers_, [&](Value* leaf) -> Value* {
      return ConstantInt::get(Type::getInt32Ty(choice_.getContext()), leaves_.number_of(leaf));
    });
    Value* memory = !leaves_.has_memory() ? nullptr : chosen(&choice_, pointers_, [&](Value* leaf) {
      const bool is_memory = leaves_.number_of(leaf) == leaves_.memory_number();
      return is_memory ? leaf : PoisonValue::get(leaf->getType());
    });
    for (LoadInst* load : loads)
      replace(*load, number, memory);
    return true;
  }

private:
  // Collects loads at constant offsets from the select; false if it has other uses.
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

  // The same select, applied to other values: those of the leaves.
  Value* chosen(Value* v, DenseMap<Value*, Value*>& known, function_ref<Value*(Value*)> of_leaf) {
    if (Value* done = known.lookup(v)) return done;
    if (auto* phi = dyn_cast<PHINode>(v)) {
      PHINode* other = IRBuilder<>(phi).CreatePHI(of_leaf(UndefValue::get(v->getType()))->getType(),
                                                  phi->getNumIncomingValues());
      known[v] = other;
      for (unsigned n = 0; n < phi->getNumIncomingValues(); ++n)
        other->addIncoming(chosen(phi->getIncomingValue(n), known, of_leaf),
                           phi->getIncomingBlock(n));
      return other;
    }
    if (auto* select = dyn_cast<SelectInst>(v)) {
      Value* yes = chosen(select->getTrueValue(), known, of_leaf);
      Value* no = chosen(select->getFalseValue(), known, of_leaf);
      return known[v] = IRBuilder<>(select).CreateSelect(select->getCondition(), yes, no);
    }
    return of_leaf(v);
  }

  void replace(LoadInst& load, Value* number, Value* memory) {
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
    if (memory)
      value =
          with_memory(load, number, b.CreateGEP(b.getInt8Ty(), memory, b.getInt(offset)), value);
    load.replaceAllUsesWith(value);
    load.eraseFromParent();
  }

  // Inserted before the load: the word in memory if memory was selected, else `value`.
  Value* with_memory(LoadInst& load, Value* number, Value* pointer, Value* value) {
    IRBuilder<> b(&load);
    BasicBlock* before = load.getParent();
    Instruction* end = SplitBlockAndInsertIfThen(
        b.CreateICmpEQ(number, b.getInt32(leaves_.memory_number())), &load, /*Unreachable=*/false);
    Instruction* loaded = load.clone();
    loaded->insertBefore(end);
    loaded->setOperand(LoadInst::getPointerOperandIndex(), pointer);
    b.SetInsertPoint(&load);
    PHINode* either = b.CreatePHI(load.getType(), 2);
    either->addIncoming(loaded, end->getParent());
    either->addIncoming(value, before);
    return either;
  }

  Instruction& choice_;
  Leaves leaves_;
  DenseMap<Value*, Value*> numbers_, pointers_;
};

} // namespace

void replace_chosen_loads(Function& f) {
  SmallVector<Instruction*, 8> choices;
  for (Instruction& i : instructions(f))
    if (is_choice(&i) && i.getType()->isPointerTy() && leads_to_register_object(&i))
      choices.push_back(&i);
  // A choice among choices is replaced before them: afterwards they have no use but loads.
  ixp::until_stable([&] {
    const size_t before = choices.size();
    erase_if(choices, [](Instruction* choice) {
      if (!Choice(*choice).replace()) return false;
      choice->replaceAllUsesWith(PoisonValue::get(choice->getType())); // of address arithmetic
      choice->eraseFromParent();
      return true;
    });
    return choices.size() < before;
  });
}

} // namespace mecc::lower
