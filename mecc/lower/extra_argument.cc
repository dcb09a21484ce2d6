#include "mecc/lower/extra_argument.h"

#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

using namespace llvm;

namespace mecc::lower {

bool takes_another_argument(const Function& f) {
  constexpr unsigned kMostWords = 12;
  unsigned words = 0;
  for (const Argument& a : f.args())
    words += a.getType()->isIntegerTy(64) ? 2 : 1;
  return words < kMostWords && !f.isVarArg();
}

Function* with_argument(Function& f, Type* type, const Twine& name) {
  FunctionType* before = f.getFunctionType();
  SmallVector<Type*, 8> types(before->params());
  types.push_back(type);
  Function* now = Function::Create(FunctionType::get(before->getReturnType(), types, false),
                                   f.getLinkage(), f.getAddressSpace());
  now->copyAttributesFrom(&f);
  now->copyMetadata(&f, 0);
  f.getParent()->getFunctionList().insert(f.getIterator(), now);
  now->takeName(&f);
  now->splice(now->begin(), &f);
  for (auto [old, argument] : zip(f.args(), now->args())) {
    argument.takeName(&old);
    old.replaceAllUsesWith(&argument);
  }
  now->getArg(static_cast<unsigned>(types.size() - 1))->setName(name);
  f.setSubprogram(nullptr);
  return now;
}

void redirect_calls(Function& from, Function& to, function_ref<Value*(Function&)> value) {
  for (User* user : make_early_inc_range(from.users())) {
    auto* call = cast<CallInst>(user);
    SmallVector<Value*, 8> arguments(call->args());
    arguments.push_back(value(*call->getFunction()));
    auto* now = CallInst::Create(&to, arguments, "", call->getIterator());
    now->setCallingConv(call->getCallingConv());
    now->setAttributes(call->getAttributes());
    now->copyMetadata(*call);
    now->setDebugLoc(call->getDebugLoc());
    now->takeName(call);
    call->replaceAllUsesWith(now);
    call->eraseFromParent();
  }
  from.eraseFromParent();
}

BasicBlock::iterator before_debug_records(BasicBlock& entry) {
  BasicBlock::iterator at = entry.getFirstNonPHIOrDbgOrAlloca();
  at.setHeadBit(true);
  return at;
}

} // namespace mecc::lower
