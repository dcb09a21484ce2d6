// Accesses to register objects are volatile for LLVM's own passes: no combination of two loads may
// make one of a chosen address, for registers have none.
#include "mecc/codegen/objects_passes.h"

#include "llvm/Analysis/ValueTracking.h"
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

class ObjectAccesses final : public FunctionPass {
public:
  static char ID;
  ObjectAccesses() : FunctionPass(ID) {}
  StringRef getPassName() const override { return "MEv2 accesses to register objects"; }

  bool runOnFunction(Function& f) override {
    for (Instruction& i : instructions(f)) {
      if (auto* load = dyn_cast<LoadInst>(&i);
          load && is_register_object(load->getPointerOperand()))
        load->setVolatile(true);
      if (auto* store = dyn_cast<StoreInst>(&i);
          store && is_register_object(store->getPointerOperand()))
        store->setVolatile(true);
    }
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
