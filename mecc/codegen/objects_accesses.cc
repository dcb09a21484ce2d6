// Loads and stores of register objects become calls of the primitives
//   i32 __me_object_load(ptr object, i32 byte_offset), void __me_object_store(i32, ptr, i32)
// Registers have no address, so LLVM's passes must not compute one: merge two loads into one of a
// selected address, or advance a pointer through a buffer. Object parts named by commands are
// computed right before the command, even if they were moved to another block: instruction
// selection sees one block at a time.
#include "mecc/codegen/objects_passes.h"

#include "llvm/Analysis/Utils/Local.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/Pass.h"

using namespace llvm;

namespace mecc::codegen {
namespace {

bool is_register_object(const Value* v) {
  if (const auto* a = dyn_cast<AllocaInst>(v))
    return object_info(*a).kind != ObjectKind::LocalMemory;
  const auto* g = dyn_cast<GlobalVariable>(v);
  return g && is_global_register(object_info(*g).kind);
}

class ObjectAccesses final : public FunctionPass {
public:
  static char ID;
  ObjectAccesses() : FunctionPass(ID) {}

  bool doInitialization(Module& m) override {
    Type *word = Type::getInt32Ty(m.getContext()), *none = Type::getVoidTy(m.getContext()),
         *pointer = PointerType::get(m.getContext(), 0);
    load_ = m.getOrInsertFunction("__me_object_load", word, pointer, word);
    store_ = m.getOrInsertFunction("__me_object_store", none, word, pointer, word);
    return true;
  }

  bool runOnFunction(Function& f) override {
    bool changed = false;
    for (Instruction& i : make_early_inc_range(instructions(f))) {
      Value* pointer = getLoadStorePointerOperand(&i);
      if (!pointer || !getLoadStoreType(&i)->isIntegerTy(32)) continue;
      Value* object = pointer;
      while (const auto* gep = dyn_cast<GEPOperator>(object))
        object = const_cast<Value*>(gep->getPointerOperand());
      if (!is_register_object(object)) continue;
      IRBuilder<> b(&i);
      Value* offset = offset_of(b, pointer);
      if (auto* store = dyn_cast<StoreInst>(&i))
        b.CreateCall(store_, {store->getValueOperand(), object, offset});
      else
        i.replaceAllUsesWith(b.CreateCall(load_, {object, offset}));
      i.eraseFromParent();
      changed = true;
    }
    return changed;
  }

private:
  static Value* offset_of(IRBuilder<>& b, Value* pointer) {
    Value* sum = b.getInt32(0);
    for (; auto* gep = dyn_cast<GEPOperator>(pointer); pointer = gep->getPointerOperand())
      sum = b.CreateAdd(emitGEPOffset(&b, b.GetInsertBlock()->getModule()->getDataLayout(), gep),
                        sum);
    return sum;
  }

  FunctionCallee load_, store_;
};
char ObjectAccesses::ID;
const RegisterPass<ObjectAccesses> known("mev2-object-accesses",
                                         "MEv2 accesses to register objects");

class ObjectParts final : public FunctionPass {
public:
  static char ID;
  ObjectParts() : FunctionPass(ID) {}

  bool runOnFunction(Function& f) override {
    bool changed = false;
    for (Instruction& i : instructions(f))
      if (auto* call = dyn_cast<CallInst>(&i))
        for (Use& argument : call->args())
          changed |= name_part(*call, argument);
    return changed;
  }

private:
  static bool name_part(CallInst& call, Use& argument) {
    if (!isa<GetElementPtrInst>(argument)) return false;
    APInt offset(32, 0);
    Value* object = argument->stripAndAccumulateConstantOffsets(call.getDataLayout(), offset,
                                                                /*AllowNonInbounds=*/true);
    if (!is_register_object(object)) return false;
    IRBuilder<> b(&call);
    argument.set(b.CreatePtrAdd(object, b.getInt(offset)));
    return true;
  }
};
char ObjectParts::ID;
const RegisterPass<ObjectParts> known_too("mev2-object-parts", "MEv2 parts of register objects");

} // namespace

FunctionPass* create_object_accesses() {
  return new ObjectAccesses;
}
FunctionPass* create_object_parts() {
  return new ObjectParts;
}

} // namespace mecc::codegen
