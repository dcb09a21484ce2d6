// Registers have no address, so LLVM's own passes may not compute with one. Accesses to register
// objects are volatile: no combination of two loads may make one of a chosen address. Their indices
// are hidden: no loop may step a pointer through the object.
#include "mecc/codegen/objects_passes.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Pass.h"

using namespace llvm;

namespace mecc::codegen {
namespace {

bool is_register_object(const Value* pointer) {
  const Value* object = getUnderlyingObject(pointer);
  if (const auto* a = dyn_cast<AllocaInst>(object))
    return object_info(*a).kind != ObjectKind::LocalMemory;
  const auto* g = dyn_cast<GlobalVariable>(object);
  return g && object_info(*g).kind == ObjectKind::SharedGpr;
}

// The value behind an empty piece of assembly, which nobody computes with; scaling and constant
// offsets stay outside.
Value* hide(Value* v, Instruction& before) {
  const auto* call = dyn_cast<CallInst>(v);
  if (isa<Constant>(v) || (call && call->isInlineAsm())) return v;
  if (auto* scaled = dyn_cast<BinaryOperator>(v); scaled && isa<Constant>(scaled->getOperand(1))) {
    Instruction* copy = scaled->clone();
    copy->insertBefore(&before);
    copy->setOperand(0, hide(scaled->getOperand(0), *copy));
    return copy;
  }
  FunctionType* type = FunctionType::get(v->getType(), {v->getType()}, false);
  return CallInst::Create(InlineAsm::get(type, "", "=r,0", /*hasSideEffects=*/false), {v}, "",
                          before.getIterator());
}

// A hidden index is no recurrence that strength reduction knows.
void hide_indices(Value* pointer) {
  for (auto* g = dyn_cast<GetElementPtrInst>(pointer); g;
       g = dyn_cast<GetElementPtrInst>(g->getPointerOperand()))
    for (Use& index : g->indices())
      index.set(hide(index, *g));
}

void keep(Instruction& access, Value* pointer) {
  if (auto* load = dyn_cast<LoadInst>(&access)) load->setVolatile(true);
  if (auto* store = dyn_cast<StoreInst>(&access)) store->setVolatile(true);
  hide_indices(pointer);
}

class ObjectAccesses final : public FunctionPass {
public:
  static char ID;
  ObjectAccesses() : FunctionPass(ID) {}
  StringRef getPassName() const override { return "MEv2 accesses to register objects"; }

  bool runOnFunction(Function& f) override {
    for (Instruction& i : make_early_inc_range(instructions(f)))
      if (Value* pointer = getLoadStorePointerOperand(&i); pointer && is_register_object(pointer))
        keep(i, pointer);
    return true;
  }
};
char ObjectAccesses::ID;
const RegisterPass<ObjectAccesses> known("mev2-object-accesses",
                                         "MEv2 accesses to register objects");

} // namespace

FunctionPass* create_object_accesses() {
  return new ObjectAccesses;
}

} // namespace mecc::codegen
