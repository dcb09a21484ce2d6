// Aggregates as arguments and results: the caller makes the copy, the function gets a pointer.
//
//   call void @f(ptr byval(%s) %x)        memcpy(%copy, %x); call void @f(ptr %copy)
#include "mecc/lower/job.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

using namespace llvm;

namespace mecc::lower {

namespace {

void copy_argument(CallBase& call, unsigned n) {
  const DataLayout& dl = call.getModule()->getDataLayout();
  Type* type = call.getParamByValType(n);
  const Align align = call.getParamAlign(n).value_or(dl.getABITypeAlign(type));
  Function& caller = *call.getFunction();
  IRBuilder<> entry(&caller.getEntryBlock(), caller.getEntryBlock().getFirstInsertionPt());
  AllocaInst* copy = entry.CreateAlloca(type, nullptr, call.getArgOperand(n)->getName() + ".copy");
  copy->setAlignment(align);
  IRBuilder<> b(&call);
  b.CreateLifetimeStart(copy);
  // Clang passes an object in another memory as a cast to a private pointer, which does not exist.
  Value* from = call.getArgOperand(n)->stripPointerCasts();
  b.CreateMemCpy(copy, align, from, align, dl.getTypeAllocSize(type));
  call.setArgOperand(n, copy);
  b.SetInsertPoint(call.getNextNode());
  b.CreateLifetimeEnd(copy);
}

} // namespace

void pass_by_pointer(Job& job) {
  SmallVector<CallBase*, 16> calls;
  for (Function& f : job.module)
    for (Instruction& i : instructions(f))
      if (auto* call = dyn_cast<CallBase>(&i)) calls.push_back(call);
  for (CallBase* call : calls)
    for (unsigned n = 0; n < call->arg_size(); ++n) {
      if (call->isByValArgument(n)) copy_argument(*call, n);
      call->removeParamAttr(n, Attribute::ByVal);
      call->removeParamAttr(n, Attribute::StructRet);
    }
  for (Function& f : job.module)
    for (unsigned n = 0; n < f.arg_size(); ++n) {
      f.removeParamAttr(n, Attribute::ByVal);
      f.removeParamAttr(n, Attribute::StructRet);
    }
}

} // namespace mecc::lower
