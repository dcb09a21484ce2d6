// Commands with a transfer register known only at run time: the override word of indirect_ref
// contains its absolute number.
//
//   cmd_SRAM_READ(%x + %o, %a, 0, 2, ..)     implicit_read(%x)
//                                            cmdi_SRAM_READ(%x, %a, 0, 8, %word, ..)
//
// %word overrides the count (2) and the register (xfer_number(%x) + 16 * ctx + %o / 4). The command
// may write any part of %x and leaves the rest unchanged, so %x is also read.
#include "isa/isa.h"
#include "mecc/lower/job.h"
#include "mecc/lower/objects.h"
#include "mecc/lower/offsets.h"
#include "mecc/lower/primitives.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Operator.h>

using namespace llvm;

namespace mecc::lower {

namespace {

// Fields of the override word (generic_ind_t of ixp_memory.h).
constexpr unsigned kCountShift = 21, kCountEnable = 25, kTransferShift = 5, kTransferEnable = 4;
constexpr unsigned kMost = 16;               // maximum count
constexpr unsigned kRegistersOfContext = 16; // 32 with four contexts, whose numbers are even

bool varies(const Value* pointer) {
  while (const auto* gep = dyn_cast<GEPOperator>(pointer)) {
    if (!gep->hasAllConstantIndices()) return true;
    pointer = gep->getPointerOperand();
  }
  return false;
}

class Command {
public:
  Command(Module& m, CallInst& call, StringRef record, const mev2::OpcodeInfo& info)
      : module_(m), call_(call), record_(record), info_(info),
        object_(object_of(call.getArgOperand(0))) {}

  bool can() const {
    return isa_and_nonnull<AllocaInst>(object_) && kind_of(object_) &&
           is_transfer(*kind_of(object_)) && info_.has_count && units() >= 1 && units() <= kMost;
  }

  void run() {
    IRBuilder<> b(&call_);
    if (info_.pushes) keep_others(b);
    CallInst* command = b.CreateCall(declare_command(module_, record_, /*indirect=*/true),
                                     {object_, call_.getArgOperand(1), call_.getArgOperand(2),
                                      b.getInt32(static_cast<uint32_t>(units())), word(b),
                                      call_.getArgOperand(4), call_.getArgOperand(5)});
    command->setDebugLoc(call_.getDebugLoc());
    call_.eraseFromParent();
  }

private:
  uint64_t units() const {
    const uint64_t bytes =
        module_.getDataLayout().getTypeAllocSize(cast<AllocaInst>(object_)->getAllocatedType());
    return bytes / 4 / info_.longwords;
  }

  void keep_others(IRBuilder<>& b) {
    FunctionCallee keep = module_.getOrInsertFunction("__me_implicit_read", b.getVoidTy(),
                                                      b.getPtrTy(), b.getInt32Ty());
    b.CreateCall(keep, {object_, b.getInt32(0)});
  }

  Value* word(IRBuilder<>& b) {
    FunctionCallee number =
        module_.getOrInsertFunction("__me_xfer_number", b.getInt32Ty(), b.getPtrTy());
    Value* first = b.CreateAdd(
        b.CreateMul(b.CreateCall(declare_ctx(module_), {}), b.getInt32(kRegistersOfContext)),
        b.CreateCall(number, {object_}));
    Value* offset = offset_in(b, call_.getArgOperand(0), object_); // in bytes
    Value* transfer =
        b.CreateAdd(b.CreateShl(first, kTransferShift), b.CreateShl(offset, kTransferShift - 2));
    Value* count = b.CreateShl(b.CreateZExtOrTrunc(call_.getArgOperand(3), b.getInt32Ty()),
                               kCountShift); // encoded as count - 1
    const uint32_t constant = (1u << kCountEnable) - (1u << kCountShift) + (1u << kTransferEnable);
    return b.CreateAdd(b.CreateAdd(transfer, count), b.getInt32(constant));
  }

  Module& module_;
  CallInst& call_;
  StringRef record_;
  const mev2::OpcodeInfo& info_;
  Value* object_;
};

} // namespace

void index_commands(Function& f) {
  for (Instruction& i : make_early_inc_range(instructions(f))) {
    auto* call = dyn_cast<CallInst>(&i);
    if (!call) continue;
    StringRef record = primitive_of(*call);
    if (!record.consume_front("cmd_") || !varies(call->getArgOperand(0))) continue;
    const auto op = mev2::opcode_named(record);
    if (!op) continue; // instruction selection reports it
    if (Command command(*f.getParent(), *call, record, mev2::info(*op)); command.can())
      command.run();
  }
}

} // namespace mecc::lower
