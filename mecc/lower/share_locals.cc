// Lets locals of inlined functions share memory if they are never live at the same time: local
// memory is small, and one large function has the locals of many.
#include "mecc/lower/job.h"
#include "mecc/lower/objects.h"

#include <llvm/Analysis/StackLifetime.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <map>

using namespace llvm;

namespace mecc::lower {

namespace {

struct Slot {
  AllocaInst* local; // the largest local in the slot
  StackLifetime::LiveRange live;
};

std::vector<AllocaInst*> plain_locals(Function& f) {
  std::vector<AllocaInst*> locals;
  for (Instruction& i : f.getEntryBlock())
    if (auto* local = dyn_cast<AllocaInst>(&i); local && local->isStaticAlloca() && !kind_of(local))
      locals.push_back(local);
  return locals;
}

// Sorted by size, largest first; ties keep their order.
std::vector<AllocaInst*> by_size(const std::vector<AllocaInst*>& locals, const DataLayout& dl) {
  std::multimap<uint64_t, AllocaInst*, std::greater<>> sorted;
  for (AllocaInst* local : locals)
    sorted.insert({local->getAllocationSize(dl)->getFixedValue(), local});
  std::vector<AllocaInst*> out;
  for (const auto& [size, local] : sorted)
    out.push_back(local);
  return out;
}

// Removes the inliner's alias information, which is invalid for a merged variable.
void forget_scopes(Function& f) {
  for (Instruction& i : instructions(f)) {
    i.setMetadata(LLVMContext::MD_alias_scope, nullptr);
    i.setMetadata(LLVMContext::MD_noalias, nullptr);
  }
}

void share(Function& f) {
  const std::vector<AllocaInst*> locals = plain_locals(f);
  if (locals.size() < 2) return;
  StackLifetime lifetime(f, ArrayRef<const AllocaInst*>(locals.data(), locals.size()),
                         StackLifetime::LivenessType::May);
  lifetime.run();
  std::vector<Slot> slots;
  bool shared = false;
  for (AllocaInst* local : by_size(locals, f.getParent()->getDataLayout())) {
    const StackLifetime::LiveRange& live = lifetime.getLiveRange(local);
    const auto slot = find_if(slots, [&](const Slot& s) { return !s.live.overlaps(live); });
    if (slot == slots.end()) {
      slots.push_back({local, live});
      continue;
    }
    slot->live.join(live);
    slot->local->setAlignment(std::max(slot->local->getAlign(), local->getAlign()));
    slot->local->moveBefore(f.getEntryBlock(), f.getEntryBlock().getFirstInsertionPt());
    local->replaceAllUsesWith(slot->local);
    local->eraseFromParent();
    shared = true;
  }
  if (shared) forget_scopes(f);
}

} // namespace

void share_locals(Job& job) {
  for (Function& f : job.module)
    if (!f.isDeclaration()) share(f);
}

} // namespace mecc::lower
