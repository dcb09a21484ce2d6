// Passes arguments beyond the registers through the caller's local memory:
//
//   call i32 @f(i32 %a, ..., i32 %r)      store i32 %q, ptr %rest; store i32 %r, ptr %rest + 4
//                                         call i32 @f(i32 %a, ..., ptr %rest)
//
// Runs after optimisation, which replaces pointers by the values they point to (argument
// promotion).
#include "mecc/lower/extra_argument.h"
#include "mecc/lower/job.h"
#include "mecc/mc/calling.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

using namespace llvm;

namespace mecc::lower {

namespace {

unsigned words_of(Type* t, const DataLayout& dl) {
  return static_cast<unsigned>((dl.getTypeAllocSize(t).getFixedValue() + 3) / 4);
}

// Number of parameters passed in registers: all if they fit, otherwise one register is reserved for
// a pointer.
unsigned kept_parameters(const FunctionType& type, const DataLayout& dl) {
  unsigned words = 0, kept = 0;
  for (Type* t : type.params()) {
    words += words_of(t, dl);
    kept += words < kArgumentWords;
  }
  return words <= kArgumentWords ? type.getNumParams() : kept;
}

class Change {
public:
  Change(Function& f, unsigned kept) : old_(f), kept_(kept), context_(f.getContext()) {
    const ArrayRef<Type*> all = f.getFunctionType()->params();
    rest_ = StructType::get(context_, all.drop_front(kept));
    SmallVector<Type*, 17> parameters(all.take_front(kept));
    parameters.push_back(PointerType::get(context_, 0));
    new_ = Function::Create(FunctionType::get(f.getReturnType(), parameters, /*isVarArg=*/false),
                            f.getLinkage(), f.getAddressSpace(), "", f.getParent());
  }

  void run() {
    new_->takeName(&old_);
    new_->copyMetadata(&old_, 0);
    old_.clearMetadata();
    for (const Attribute& a : old_.getAttributes().getFnAttrs())
      new_->addFnAttr(a);
    new_->setMemoryEffects(old_.getMemoryEffects() | MemoryEffects::argMemOnly(ModRefInfo::Ref));
    new_->splice(new_->begin(), &old_);
    take();
    for (User* user : make_early_inc_range(old_.users()))
      give(*cast<CallInst>(user));
    old_.eraseFromParent();
  }

private:
  void take() {
    BasicBlock& entry = new_->getEntryBlock();
    IRBuilder<> b(&entry, before_debug_records(entry));
    for (Argument& a : old_.args()) {
      const unsigned n = a.getArgNo();
      Value* value = n < kept_ ? new_->getArg(n)
                               : cast<Value>(b.CreateLoad(a.getType(), member(b, last(), n)));
      value->takeName(&a);
      a.replaceAllUsesWith(value);
    }
    last()->setName("rest");
  }

  void give(CallInst& call) {
    BasicBlock& entry = call.getFunction()->getEntryBlock();
    IRBuilder<> start(&entry, entry.getFirstInsertionPt());
    AllocaInst* rest = start.CreateAlloca(rest_, nullptr, "rest");
    IRBuilder<> b(&call);
    b.CreateLifetimeStart(rest);
    SmallVector<Value*, 17> arguments;
    for (unsigned n = 0; n < call.arg_size(); ++n)
      if (n < kept_)
        arguments.push_back(call.getArgOperand(n));
      else
        b.CreateStore(call.getArgOperand(n), member(b, rest, n));
    arguments.push_back(rest);
    CallInst* replacement = b.CreateCall(new_, arguments);
    replacement->setDebugLoc(call.getDebugLoc());
    b.CreateLifetimeEnd(rest);
    replacement->takeName(&call);
    call.replaceAllUsesWith(replacement);
    call.eraseFromParent();
  }

  Value* member(IRBuilder<>& b, Value* rest, unsigned parameter) const {
    return b.CreateStructGEP(rest_, rest, parameter - kept_);
  }
  Argument* last() const { return new_->getArg(kept_); }

  Function& old_;
  Function* new_ = nullptr;
  unsigned kept_;
  LLVMContext& context_;
  StructType* rest_ = nullptr;
};

} // namespace

void pass_many_arguments(Job& job) {
  const DataLayout& dl = job.module.getDataLayout();
  SmallVector<std::pair<Function*, unsigned>, 4> changes;
  for (Function& f : job.module)
    if (!f.isDeclaration())
      if (const unsigned kept = kept_parameters(*f.getFunctionType(), dl); kept < f.arg_size())
        changes.emplace_back(&f, kept);
  for (const auto& [f, kept] : changes)
    Change(*f, kept).run();
}

} // namespace mecc::lower
