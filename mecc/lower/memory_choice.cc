// The source of a pointer decides which of the two memories an access goes to:
//
//   call ptr @__me_local_address(i32 4)          local memory
//   inttoptr (i32 1048576 to ptr)                SRAM
//   a parameter, or a value loaded               either:
//
//   %v = load i32, ptr %p           %c = icmp ult i32 (ptrtoint %p), 2560
//                                   br i1 %c, label %local, label %sram
#include "mecc/lower/memory_choice.h"

#include "mecc/lower/objects.h"
#include "mecc/lower/primitives.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Operator.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

using namespace llvm;

namespace mecc::lower {

namespace {

Value* root_of(Value* pointer) {
  while (auto* gep = dyn_cast<GEPOperator>(pointer))
    pointer = gep->getPointerOperand();
  return pointer;
}

bool is_local_root(const Value* root) {
  if (const auto* local = dyn_cast<AllocaInst>(root)) return kind_of(local).has_value();
  if (const auto* global = dyn_cast<GlobalVariable>(root)) return kind_of(global).has_value();
  const auto* call = dyn_cast<CallInst>(root);
  return call && primitive_of(*call) == "local_address";
}

// Memories that a pointer, or a number derived from pointers, may address.
class Sources {
public:
  bool local = false, sram = false;

  explicit Sources(Value* pointer) {
    if (!add(pointer)) local = sram = true;
  }

private:
  // False if the source is unknown. A summand of an address is an index.
  bool add(Value* v) {
    if (v->getType()->isPointerTy()) v = root_of(v);
    if (!seen_.insert(v).second || isa<UndefValue>(v)) return true;
    if (is_local_root(v)) return local = true;
    const bool placed = isa<Constant>(v) && v->getType()->isPointerTy();
    if (placed || is_context(v)) return sram = true;
    if (isa<PHINode, SelectInst>(v))
      return all_of(drop_begin(cast<User>(v)->operands(), isa<SelectInst>(v)),
                    [&](Use& u) { return add(u); });
    switch (Operator::getOpcode(v)) {
    case Instruction::IntToPtr:
    case Instruction::PtrToInt: return add(cast<Operator>(v)->getOperand(0));
    case Instruction::Add:
    case Instruction::Mul:
    case Instruction::Shl: { // visit both operands
      const bool left = add(cast<Operator>(v)->getOperand(0));
      return add(cast<Operator>(v)->getOperand(1)) || left;
    }
    default: return false;
    }
  }

  // The block of a context's data is computed from the context number.
  static bool is_context(const Value* v) {
    const auto* i = dyn_cast<Instruction>(v);
    return i && primitive_of(*i) == "ctx";
  }

  SmallPtrSet<Value*, 8> seen_;
};

Value* local_pointer(IRBuilder<>& b, Value* pointer) {
  Module& m = *b.GetInsertBlock()->getModule();
  return b.CreateCall(declare_local_address(m), {b.CreatePtrToInt(pointer, b.getInt32Ty())});
}

void make_local(Instruction& access) {
  IRBuilder<> b(&access);
  const unsigned n = isa<LoadInst>(access) ? 0 : 1;
  access.setOperand(n, local_pointer(b, access.getOperand(n)));
}

void choose_when_running(Instruction& access) {
  IRBuilder<> b(&access);
  Value* address = b.CreatePtrToInt(getLoadStorePointerOperand(&access), b.getInt32Ty());
  Instruction *then, *otherwise;
  SplitBlockAndInsertIfThenElse(b.CreateICmpULT(address, b.getInt32(kLocalMemoryBytes)), &access,
                                &then, &otherwise);
  Instruction* local = access.clone();
  local->insertBefore(then);
  make_local(*local);
  Instruction* sram = access.clone();
  sram->insertBefore(otherwise);
  if (!access.getType()->isVoidTy()) {
    b.SetInsertPoint(&access);
    PHINode* value = b.CreatePHI(access.getType(), 2);
    value->addIncoming(local, local->getParent());
    value->addIncoming(sram, sram->getParent());
    access.replaceAllUsesWith(value);
  }
  access.eraseFromParent();
}

} // namespace

bool has_local_memory(const Job& job) {
  if (job.result.lm_user_words) return true;
  for (Function& f : job.module)
    for (Instruction& i : instructions(f))
      if (isa<AllocaInst>(i) && kind_of(&i) == Kind::Lm) return true;
  return false;
}

bool is_local(Value* pointer) {
  return is_local_root(root_of(pointer));
}

void choose_memories(Job& job) {
  if (!job.options.data_in_sram || !has_local_memory(job)) return;
  SmallVector<Instruction*, 32> accesses;
  for (Function& f : job.module)
    for (Instruction& i : instructions(f))
      if (Value* pointer = getLoadStorePointerOperand(&i);
          pointer && pointer->getType()->getPointerAddressSpace() == 0 && !is_local(pointer))
        accesses.push_back(&i);
  for (Instruction* access : accesses) {
    const Sources sources(getLoadStorePointerOperand(access));
    if (sources.local && sources.sram)
      choose_when_running(*access);
    else if (sources.local)
      make_local(*access);
  }
}

void forget_memories(Module& m) {
  Function* local = m.getFunction("__me_local_address");
  if (!local) return;
  for (User* user : make_early_inc_range(local->users())) {
    auto* call = cast<CallInst>(user);
    IRBuilder<> b(call);
    call->replaceAllUsesWith(b.CreateIntToPtr(call->getArgOperand(0), call->getType()));
    call->eraseFromParent();
  }
  local->eraseFromParent();
}

} // namespace mecc::lower
