// Shared variables in local memory change only while the context is swapped out: contexts never
// preempt each other. If every swap is a call, which LLVM assumes to change public variables, the
// accesses that internalise.cc made volatile need not be volatile. Functions with C accesses to
// memory outside will get swaps where LLVM sees only loads and stores. Variables stay volatile
// there, or LLVM could separate the two halves of `++count`.
#include "mecc/lower/access.h"
#include "mecc/lower/objects.h"
#include "mecc/lower/pipeline.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

using namespace llvm;

namespace mecc::lower {

namespace {

bool is_outside(const Value* pointer) {
  return pointer->getType()->getPointerAddressSpace() != 0;
}

bool accesses_outside(const Instruction& i) {
  if (const Value* pointer = getLoadStorePointerOperand(&i)) return is_outside(pointer);
  if (const auto* copy = dyn_cast<MemTransferInst>(&i))
    return is_outside(copy->getRawDest()) || is_outside(copy->getRawSource());
  if (const auto* fill = dyn_cast<MemSetInst>(&i)) return is_outside(fill->getRawDest());
  return false;
}

// Functions with C accesses to memory outside, and all their callers.
SmallPtrSet<const Function*, 8> swapping_silently(const Module& m) {
  SmallPtrSet<const Function*, 8> found;
  SmallVector<const Function*, 8> work;
  const auto add = [&](const Function& f) {
    if (found.insert(&f).second) work.push_back(&f);
  };
  for (const Function& f : m)
    if (any_of(instructions(f), accesses_outside)) add(f);
  while (!work.empty())
    for (const User* user : work.pop_back_val()->users())
      if (const auto* call = dyn_cast<Instruction>(user)) add(*call->getFunction());
  return found;
}

// Shared registers stay volatile: reading one again is free, keeping its value is not.
bool can_relax(Instruction& i) {
  return i.isVolatile() && is_combinable(i) && !register_object_of(getLoadStorePointerOperand(&i));
}

unsigned relax(Function& f) {
  unsigned relaxed = 0;
  for (Instruction& i : instructions(f)) {
    if (!can_relax(i)) continue;
    if (auto* load = dyn_cast<LoadInst>(&i)) load->setVolatile(false);
    if (auto* store = dyn_cast<StoreInst>(&i)) store->setVolatile(false);
    ++relaxed;
  }
  return relaxed;
}

} // namespace

// finish_queries(), next but one, simplifies the functions.
void relax_shared(Job& job) {
  if (job.options.data_in_sram || !job.is_on(Optimisation::SharedLocals)) return;
  const auto silent = swapping_silently(job.module);
  unsigned relaxed = 0;
  for (Function& f : job.module)
    if (!f.isDeclaration() && !silent.contains(&f)) relaxed += relax(f);
  if (!relaxed) return;
  job.count(Optimisation::SharedLocals, relaxed);
}

} // namespace mecc::lower
