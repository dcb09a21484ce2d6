// Commands move transfer registers, so a pointer to any other object is an error:
//
//   unsigned out[2];                              error: 'out' lives in ordinary memory ...
//   scratch_put_ring(out, ring, 2, ...);
#include "mecc/lower/job.h"
#include "mecc/lower/objects.h"
#include "mecc/lower/primitives.h"

#include <fmt/format.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

using namespace llvm;

namespace mecc::lower {

namespace {

// Description of the operand that the primitive needs, with a declaration for it.
std::string needed(StringRef primitive, unsigned argument) {
  const auto roles = command_arguments(primitive);
  const bool transfer =
      roles ? static_cast<int>(argument) == roles->transfer : primitive == "xfer_number";
  if (!transfer) return "a signal is needed; declare it SIGNAL";
  const char* file = primitive.contains("DRAM") || primitive.contains("TBUF") ? "dram" : "sram";
  return fmt::format(
      "transfer registers are needed; declare it __declspec({0}_read_reg) to receive "
      "or __declspec({0}_write_reg) to send",
      file);
}

// The pair whose odd half the operand is, else null. The even half is the pair's own address.
Value* pair_of_odd_half(Value* operand, const DataLayout& layout) {
  APInt offset(32, 0);
  Value* object = operand->stripAndAccumulateConstantOffsets(layout, offset, true);
  return kind_of(object) == Kind::SignalPair && !offset.isZero() ? object : nullptr;
}

// Halves have numbers of their own, but commands raise both, and waits and tests take both.
void check_half(Job& job, CallInst& call, StringRef primitive, unsigned n) {
  if (primitive.starts_with("implicit") || primitive == "signal_number" || primitive == "pin")
    return;
  const Value* pair = pair_of_odd_half(call.getArgOperand(n), job.module.getDataLayout());
  if (!pair) return;
  const bool both = any_of(call.args(), [&](const Use& other) { return other.get() == pair; });
  if (primitive.starts_with("wait") && both) return;
  job.report.error(call, fmt::format("half of the pair '{0}', whose signals come together; name "
                                     "the pair: &{0}",
                                     user_name(pair)));
}

void check(Job& job, CallInst& call, StringRef primitive) {
  for (unsigned n = 0; n < call.arg_size(); ++n) {
    Value* operand = call.getArgOperand(n);
    if (!operand->getType()->isPointerTy() || isa<ConstantPointerNull>(operand)) continue;
    Value* object = object_of(operand);
    check_half(job, call, primitive, n);
    if (object && kind_of(object)) continue;
    if (leads_to_register_object(operand)) continue; // a phi or select of objects: reported already
    const std::string name = object ? user_name(object) : std::string();
    const std::string what = !object ? "this pointer leads to ordinary memory"
                             : name.starts_with(".compoundliteral") // Clang's name for it
                                 ? "a compound literal lives in ordinary memory"
                                 : fmt::format("'{}' lives in ordinary memory", name);
    job.report.error(call, fmt::format("{} where {}", what, needed(primitive, n)));
  }
}

} // namespace

void check_operands(Job& job) {
  for (Function& f : job.module)
    for (Instruction& i : instructions(f))
      if (auto* call = dyn_cast<CallInst>(&i))
        if (const StringRef primitive = primitive_of(*call);
            !primitive.empty() && primitive != "object" && primitive != "object_kind" &&
            primitive != "ct_assert" && primitive != "is_ct_const")
          check(job, *call, primitive);
}

} // namespace mecc::lower
