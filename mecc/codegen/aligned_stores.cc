// A store of less than a longword is a read-modify-write of that longword, so two such stores into
// one longword must stay in order. LLVM splits unaligned stores and stores of three, five, six and
// seven bytes, and then assumes that the parts are independent. This pass runs before the split and
// turns such stores into stores of aligned bytes, halfwords and longwords:
//
//   store i24 %v, ptr %p, align 2       store i16 (trunc (lshr %v, 8)), ptr %p
//                                       store i8 (trunc %v), ptr %p + 2
#include "mecc/codegen/objects_passes.h"
#include "mecc/codegen/subtarget.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Pass.h"

using namespace llvm;

namespace mecc::codegen {
namespace {

bool is_aligned(const StoreInst& store, uint64_t bytes) {
  return isPowerOf2_64(bytes) && store.getAlign().value() >= std::min<uint64_t>(bytes, 4);
}

void split(StoreInst& store, uint64_t bytes) {
  IRBuilder<> b(&store);
  Type* whole = b.getIntNTy(static_cast<unsigned>(8 * bytes));
  Value* value = store.getValueOperand();
  value =
      value->getType()->isPointerTy() ? b.CreatePtrToInt(value, whole) : b.CreateZExt(value, whole);
  for (uint64_t at = 0, part = 0; at < bytes; at += part) {
    const Align align = commonAlignment(store.getAlign(), at);
    part = std::min({bit_floor(bytes - at), align.value(), uint64_t{4}});
    const uint64_t behind = bytes - at - part;
    Value* bits = b.CreateTrunc(behind ? b.CreateLShr(value, 8 * behind) : value,
                                b.getIntNTy(static_cast<unsigned>(8 * part)));
    Value* place = store.getPointerOperand();
    if (at) place = b.CreateConstGEP1_64(b.getInt8Ty(), place, at);
    b.CreateAlignedStore(bits, place, align, store.isVolatile());
  }
  store.eraseFromParent();
}

class AlignedStores final : public FunctionPass {
public:
  static char ID;
  AlignedStores() : FunctionPass(ID) {}

  bool runOnFunction(Function& f) override {
    bool changed = false;
    for (Instruction& i : make_early_inc_range(instructions(f))) {
      auto* store = dyn_cast<StoreInst>(&i);
      if (!store) continue;
      const uint64_t bytes =
          i.getDataLayout().getTypeStoreSize(store->getValueOperand()->getType());
      if (is_aligned(*store, bytes)) continue;
      split(*store, bytes);
      changed = true;
    }
    return changed;
  }
};
char AlignedStores::ID;
const RegisterPass<AlignedStores> known("mev2-aligned-stores", "MEv2 aligned stores");

} // namespace

FunctionPass* create_aligned_stores() {
  return new AlignedStores;
}

} // namespace mecc::codegen

// Volatile, so that they stay in order.
llvm::MachineMemOperand::Flags
llvm::MEv2TargetLowering::getTargetMMOFlags(const Instruction& i) const {
  const auto* store = dyn_cast<StoreInst>(&i);
  if (!store) return MachineMemOperand::MONone;
  const TypeSize bits = i.getDataLayout().getTypeSizeInBits(store->getValueOperand()->getType());
  return bits % 32 == 0 ? MachineMemOperand::MONone : MachineMemOperand::MOVolatile;
}
