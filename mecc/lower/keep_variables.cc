// -Og: a local variable or small structure keeps its value until its scope ends, so that prints,
// assertions and the debugger show it. An empty assembly statement at each end of the scope reads
// the value, and at back edges of loops in the scope, as an endless loop reaches no end. Constants
// need no register; drop_hints() removes their statements.
#include "mecc/lower/job.h"
#include "mecc/lower/objects.h"
#include "mecc/lower/primitives.h"
#include "mecc/lower/runtime.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

using namespace llvm;

namespace mecc::lower {

namespace {

constexpr size_t kMostParts = 8; // of a variable that is kept

// A pointer to local memory may be one to registers, which have no address.
bool is_address(const Type& type) {
  return type.isPointerTy() && type.getPointerAddressSpace() != 0;
}

// Numbers in a variable, with their offsets in bytes.
using Parts = SmallVector<std::pair<Type*, uint64_t>>;
void add_parts(Type* type, uint64_t offset, const DataLayout& layout, Parts& parts) {
  if (parts.size() > kMostParts) return;
  if (auto* array = dyn_cast<ArrayType>(type)) {
    for (uint64_t n = 0; n < array->getNumElements() && parts.size() <= kMostParts; ++n)
      add_parts(array->getElementType(),
                offset + n * layout.getTypeAllocSize(array->getElementType()), layout, parts);
  } else if (auto* structure = dyn_cast<StructType>(type)) {
    for (unsigned n = 0; n < structure->getNumElements(); ++n)
      add_parts(structure->getElementType(n),
                offset + layout.getStructLayout(structure)->getElementOffset(n), layout, parts);
  } else if (type->isIntegerTy() ? type->getIntegerBitWidth() <= 64 : is_address(*type)) {
    parts.emplace_back(type, offset);
  } else {
    parts.resize(kMostParts + 1); // keeps none
  }
}

// True if all accesses through the pointer are to places known now, so that the variable becomes
// values.
bool has_known_accesses(const Value& pointer) {
  return all_of(pointer.uses(), [&](const Use& use) {
    const User* u = use.getUser();
    if (const auto* gep = dyn_cast<GEPOperator>(u))
      return gep->hasAllConstantIndices() && has_known_accesses(*gep);
    if (const auto* load = dyn_cast<LoadInst>(u)) return !load->isVolatile();
    if (const auto* store = dyn_cast<StoreInst>(u))
      return !store->isVolatile() && store->getPointerOperand() == &pointer;
    if (const auto* copy = dyn_cast<MemIntrinsic>(u))
      return !copy->isVolatile() && isa<ConstantInt>(copy->getLength());
    return isa<LifetimeIntrinsic>(u);
  });
}

bool becomes_value(const AllocaInst& a) {
  return !kind_of(&a) && !findDVRDeclares(const_cast<AllocaInst*>(&a)).empty() &&
         has_known_accesses(a);
}

class Keeper {
public:
  explicit Keeper(Function& f) : layout_(f.getParent()->getDataLayout()), tree_(f), loops_(tree_) {
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
      Parts parts;
      add_parts(a->getAllocatedType(), 0, layout_, parts);
      if (parts.size() > kMostParts) continue;
      for (Instruction* end : ends)
        for (const auto& [type, offset] : parts)
          keep(*a, *type, offset, *end);
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

  static void keep(AllocaInst& a, Type& type, uint64_t offset, Instruction& end) {
    IRBuilder<> b(&end);
    Value* part = offset ? b.CreateConstGEP1_64(b.getInt8Ty(), &a, offset) : &a;
    Value* value = b.CreateAlignedLoad(&type, part, commonAlignment(a.getAlign(), offset));
    if (type.isPointerTy()) value = b.CreatePtrToInt(value, b.getInt32Ty());
    if (value->getType()->getIntegerBitWidth() <= 32) return keep_value(b, value);
    keep_value(b, b.CreateTrunc(value, b.getInt32Ty()));
    keep_value(b, b.CreateTrunc(b.CreateLShr(value, 32), b.getInt32Ty()));
  }

  const DataLayout& layout_;
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
