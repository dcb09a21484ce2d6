// Removes intrinsics that are only hints for LLVM, or pass a value on, and statements of -Og that
// keep a constant (keep_variables.cc). Declarations of transfer registers stay marked: code
// generation does not preserve their values between loop iterations.
#include "mecc/lower/job.h"
#include "mecc/lower/objects.h"
#include "mecc/lower/primitives.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

using namespace llvm;

namespace mecc::lower {

namespace {

bool is_hint(const Instruction& i) {
  if (keeps_value(i)) return isa<Constant>(i.getOperand(0));
  const auto* call = dyn_cast<IntrinsicInst>(&i);
  if (!call) return false;
  switch (call->getIntrinsicID()) {
  case Intrinsic::lifetime_start:
  case Intrinsic::lifetime_end:
  case Intrinsic::assume:
  case Intrinsic::experimental_noalias_scope_decl:
  case Intrinsic::invariant_start:
  case Intrinsic::invariant_end:
  case Intrinsic::sideeffect:
  case Intrinsic::donothing: return true;
  default: return false;
  }
}

// The operand of an intrinsic that returns it unchanged.
Value* forwarded(Instruction& i) {
  if (auto* call = dyn_cast<IntrinsicInst>(&i)) switch (call->getIntrinsicID()) {
    case Intrinsic::expect:
    case Intrinsic::expect_with_probability:
    case Intrinsic::annotation:
    case Intrinsic::ptr_annotation:
    case Intrinsic::launder_invariant_group:
    case Intrinsic::strip_invariant_group: return call->getArgOperand(0);
    default: break;
    }
  return nullptr;
}

void begin(LifetimeIntrinsic& mark) {
  Value* object = mark.getArgOperand(1);
  if (mark.getIntrinsicID() != Intrinsic::lifetime_start || !isa<AllocaInst>(object)) return;
  const std::optional<Kind> kind = kind_of(object);
  IRBuilder<> b(&mark);
  if (kind && is_transfer(*kind)) begin_object(b, object);
}

void drop_hints(Function& f) {
  for (Instruction& i : make_early_inc_range(instructions(f))) {
    if (Value* v = forwarded(i))
      i.replaceAllUsesWith(v);
    else if (!is_hint(i))
      continue;
    else if (auto* lifetime = dyn_cast<LifetimeIntrinsic>(&i))
      begin(*lifetime);
    i.eraseFromParent();
  }
}

} // namespace

void drop_hints(Job& job) {
  for (Function& f : job.module)
    if (!f.isDeclaration()) drop_hints(f);
}

} // namespace mecc::lower
