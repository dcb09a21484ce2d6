// Commands move transfer registers, so a pointer to any other object is an error, and so is one to
// anything but a signal where a signal is needed:
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
struct Need {
  bool transfer = false, signal = false;
  std::string text;
};

Need transfer_register(StringRef primitive) {
  const char* file = primitive.contains("DRAM") || primitive.contains("TBUF") ? "dram" : "sram";
  return {.transfer = true,
          .text = fmt::format("transfer registers are needed; declare it __declspec({0}_read_reg) "
                              "to receive or __declspec({0}_write_reg) to send",
                              file)};
}

Need need_of(StringRef primitive, unsigned argument) {
  const auto roles = command_arguments(primitive);
  if (roles ? static_cast<int>(argument) == roles->transfer : primitive == "xfer_number")
    return transfer_register(primitive);
  if (roles || primitive.starts_with("wait_") || primitive.starts_with("signal_"))
    return {.signal = true, .text = "a signal is needed; declare it SIGNAL"};
  return {.text = "a transfer register or a signal is needed; name one"};
}

bool meets(const Need& need, Kind k) {
  return need.transfer ? is_transfer(k) : !need.signal || is_signal(k);
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

std::string kind_phrase(Kind k) {
  if (k == Kind::Lm) return "lives in local memory";
  if (is_signal(k)) return "is a signal";
  if (is_transfer(k)) return "is a transfer register";
  return k == Kind::NnIn || k == Kind::NnOut ? "is a next-neighbour register"
                                             : "is a general-purpose register";
}

std::string operand_phrase(const Value* object) {
  if (!object) return "this pointer leads to ordinary memory";
  const std::string name = user_name(object);
  if (name.starts_with(".compoundliteral")) // Clang's name for it
    return "a compound literal lives in ordinary memory";
  if (name.starts_with(".str")) return "a string lives in ordinary memory";
  const auto k = kind_of(object);
  return fmt::format("'{}' {}", name, k ? kind_phrase(*k) : "lives in ordinary memory");
}

// A command without a signal is one that nothing waits for.
void check_null(Job& job, CallInst& call, StringRef primitive, unsigned n) {
  const auto roles = command_arguments(primitive);
  if (!roles) {
    if (const Need need = need_of(primitive, n); need.transfer || need.signal)
      job.report.error(call, "a null pointer where " + need.text);
    return;
  }
  const auto* sync = dyn_cast<ConstantInt>(call.getArgOperand(roles->sync));
  if (static_cast<int>(n) == roles->signal && sync &&
      sync->getZExtValue() != static_cast<uint32_t>(Sync::None))
    job.report.error(call, "a command without a signal, so nothing tells when it is done; give it "
                           "a SIGNAL, or write sig_none");
}

void check(Job& job, CallInst& call, StringRef primitive) {
  for (unsigned n = 0; n < call.arg_size(); ++n) {
    Value* operand = call.getArgOperand(n);
    if (!operand->getType()->isPointerTy()) {
      if (call.getFunctionType()->isVarArg())
        job.report.error(call, "a number where " + need_of(primitive, n).text);
      continue;
    }
    if (isa<ConstantPointerNull>(operand)) {
      check_null(job, call, primitive, n);
      continue;
    }
    Value* object = object_of(operand);
    check_half(job, call, primitive, n);
    const auto kind = object ? kind_of(object) : std::nullopt;
    const Need need = need_of(primitive, n);
    if (kind && meets(need, *kind)) continue;
    // A phi or select of objects has been reported.
    if (!kind && leads_to_register_object(operand)) continue;
    job.report.error(call, fmt::format("{} where {}", operand_phrase(object), need.text));
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
