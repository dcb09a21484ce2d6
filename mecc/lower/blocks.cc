#include "mecc/lower/blocks.h"

#include "mecc/lower/extra_argument.h"
#include "mecc/lower/primitives.h"

#include <llvm/IR/IRBuilder.h>

using namespace llvm;

namespace mecc::lower {

Value* Blocks::start(Function& f, Region r) {
  Value*& start = starts_[{&f, index(r)}];
  if (start) return start;
  const Block& block = blocks_[index(r)];
  IRBuilder<> b(&f.getEntryBlock(), f.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  Value*& context = contexts_[&f];
  if (!context) context = b.CreateCall(declare_ctx(job_.module), {}, "ctx");
  b.SetInsertPoint(cast<Instruction>(context)->getNextNode());
  const bool four = job_.options.mode == mev2::ContextMode::Four; // context numbers 0, 2, 4, 6
  Value* offset = b.CreateMul(context, b.getInt32(four ? block.stride / 2 : block.stride));
  return start = b.CreateAdd(offset, b.getInt32(block.address), "block");
}

Value* Blocks::pointer_at(Function& f, Region r, uint32_t address, Type* type) const {
  Constant* number = ConstantInt::get(Type::getInt32Ty(f.getContext()), address);
  if (!says_local(r)) return ConstantExpr::getIntToPtr(number, type);
  IRBuilder<> b(&f.getEntryBlock(), f.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  return b.CreateCall(declare_local_address(job_.module), {number});
}

Value* Blocks::pointer(Function& f, Region r, uint32_t offset, Type* type) {
  const Block& block = blocks_[index(r)];
  if (!block.stride) return pointer_at(f, r, block.address + offset, type);
  Value* first = start(f, r);
  IRBuilder<> b(&f.getEntryBlock(), f.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  if (auto* computed = dyn_cast<Instruction>(first)) b.SetInsertPoint(computed->getNextNode());
  Value* address = offset ? b.CreateAdd(first, b.getInt32(offset), "", /*NUW=*/true) : first;
  if (says_local(r)) return b.CreateCall(declare_local_address(job_.module), {address});
  return b.CreateIntToPtr(address, type);
}

void Blocks::follow(Function& from, Function& to) {
  if (const auto context = contexts_.find(&from); context != contexts_.end()) {
    contexts_[&to] = context->second;
    contexts_.erase(&from);
  }
  for (size_t r = 0; r < kRegions; ++r) {
    const auto known = starts_.find({&from, r});
    if (known == starts_.end()) continue;
    const auto* argument = dyn_cast<Argument>(known->second);
    starts_[{&to, r}] = argument ? to.getArg(argument->getArgNo()) : known->second;
    starts_.erase(known);
  }
}

void Blocks::hand_down(Region r, const SetVector<Function*>& wanting) {
  if (!blocks_[index(r)].stride || !job_.is_on(Optimisation::HandDown)) return;
  SetVector<Function*> all; // and their callers, callees first
  SmallVector<Function*, 8> work(wanting.begin(), wanting.end());
  while (!work.empty()) {
    Function* f = work.pop_back_val();
    if (f->getName() == "main" || !takes_another_argument(*f) || !all.insert(f)) continue;
    for (const User* user : f->users())
      work.push_back(const_cast<Function*>(cast<CallInst>(user)->getFunction()));
  }
  Type* word = Type::getInt32Ty(job_.module.getContext());
  std::vector<Function*> grown;
  for (Function* f : all) {
    grown.push_back(with_argument(*f, word, "block"));
    follow(*f, *grown.back());
    starts_[{grown.back(), index(r)}] = &*std::prev(grown.back()->arg_end());
  }
  for (const auto [f, now] : zip(all, grown))
    redirect_calls(*f, *now, [&](Function& caller) { return start(caller, r); });
  job_.count(Optimisation::HandDown, static_cast<unsigned>(grown.size()));
}

} // namespace mecc::lower
