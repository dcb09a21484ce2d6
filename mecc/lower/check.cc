// The rules of lowered IR, one function each. A violation is an internal error.
#include "mecc/lower/job.h"
#include "mecc/lower/memory_choice.h"
#include "mecc/lower/objects.h"
#include "mecc/lower/primitives.h"

#include <fmt/format.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/raw_ostream.h>

using namespace llvm;

namespace mecc::lower {

namespace {

class Checker {
public:
  explicit Checker(Job& job) : job_(job) {}

  void run() {
    std::string text;
    raw_string_ostream out(text);
    if (verifyModule(job_.module, &out)) job_.report.error("internal error: invalid IR: " + text);
    local_memory_ = has_local_memory(job_);
    for (const GlobalVariable& g : job_.module.globals())
      check_global(g);
    for (Function& f : job_.module)
      if (!f.isDeclaration()) check_function(f);
  }

private:
  void broken(const Instruction& i, const char* rule) {
    std::string text;
    raw_string_ostream out(text);
    i.print(out);
    job_.report.error(i, fmt::format("internal error: {} in lowered IR of '{}':{}", rule,
                                     i.getFunction()->getName().str(), text));
  }

  void check_global(const GlobalVariable& g) {
    const std::optional<Kind> k = kind_of(&g);
    if (!k || !is_register(*k))
      job_.report.error(g, fmt::format("internal error: variable '{}' has no address in lowered IR",
                                       g.getName().str()));
  }

  void check_function(Function& f) {
    const auto fits = [](Type* t) {
      return t->isVoidTy() || t->isPointerTy() || t->isIntegerTy(32) || t->isIntegerTy(64);
    };
    if (!fits(f.getReturnType()) || f.isVarArg() ||
        !all_of(f.args(), [&](const Argument& a) { return fits(a.getType()); }))
      job_.report.error(
          f, fmt::format("internal error: signature of '{}' in lowered IR", f.getName().str()));
    for (Instruction& i : instructions(f))
      check(i);
    defined_.insert(&f);
  }

  void check(Instruction& i) {
    if (i.getType()->isFPOrFPVectorTy()) broken(i, "floating point");
    if (i.getType()->isAggregateType() && !isa<IntrinsicInst>(i) && !is_asm(i))
      broken(i, "aggregate value");
    switch (i.getOpcode()) {
    case Instruction::AddrSpaceCast: return broken(i, "cast between address spaces");
    case Instruction::UDiv:
    case Instruction::SDiv:
    case Instruction::URem:
    case Instruction::SRem: return broken(i, "division");
    case Instruction::Alloca: return check_local(cast<AllocaInst>(i));
    case Instruction::Load:
    case Instruction::Store: return check_access(i);
    case Instruction::Call: return check_call(cast<CallInst>(i));
    default: return;
    }
  }

  static bool is_asm(const Instruction& i) {
    const auto* call = dyn_cast<CallInst>(&i);
    return call && call->isInlineAsm();
  }

  void check_local(AllocaInst& local) {
    if (!local.isStaticAlloca()) broken(local, "alloca outside the entry block");
    if (job_.options.data_in_sram && !kind_of(&local)) broken(local, "local without address");
    if (kind_of(&local) == Kind::Gpr) broken(local, "local that must be in registers");
  }

  void check_access(Instruction& i) {
    Value* pointer = getLoadStorePointerOperand(&i);
    if (pointer->getType()->getPointerAddressSpace() != 0) broken(i, "access outside");
    Value* object = object_of(pointer);
    const std::optional<Kind> k = object ? kind_of(object) : std::nullopt;
    if (job_.options.data_in_sram && !k && !local_memory_) broken(i, "access without object");
    if (k && is_register(*k) && !getLoadStoreType(&i)->isIntegerTy(32))
      broken(i, "access to part of a register");
    if (!object && leads_to_register_object(pointer)) broken(i, "choice between registers");
  }

  void check_call(CallInst& call) {
    if (call.isInlineAsm()) return;
    Function* callee = call.getCalledFunction();
    if (!callee) return broken(call, "indirect call");
    if (auto* intrinsic = dyn_cast<IntrinsicInst>(&call)) return check_intrinsic(*intrinsic);
    if (primitive_of(call).empty())
      return defined_.contains(callee) ? void() : broken(call, "callee after its caller");
    check_primitive(call, primitive_of(call));
  }

  void check_intrinsic(IntrinsicInst& call) {
    if (isa<MemIntrinsic, LifetimeIntrinsic, AssumeInst>(call)) broken(call, "intrinsic");
  }

  void check_primitive(CallInst& call, StringRef name) {
    for (const char* gone : {"is_ct_const", "ct_assert", "object_kind", "critical_path", "object"})
      if (name == gone) return broken(call, "compile-time primitive");
    for (Value* argument : call.args())
      if (argument->getType()->isPointerTy() && !isa<ConstantPointerNull>(argument) &&
          !(object_of(argument) && kind_of(object_of(argument))))
        broken(call, "primitive whose operand is no object");
    for (Value* argument : call.args())
      if (Value* object = object_of(argument);
          object && object != argument && kind_of(object) == Kind::Signal)
        broken(call, "part of a signal");
    if (const std::optional<CommandArguments> a = command_arguments(name))
      for (int n : {a->count, a->sync})
        if (!isa<ConstantInt>(call.getArgOperand(static_cast<unsigned>(n))))
          broken(call, "command whose count or sync is not constant");
  }

  Job& job_;
  bool local_memory_ = false;
  SmallPtrSet<Function*, 16> defined_;
};

} // namespace

void check_lowered(Job& job) {
  Checker(job).run();
}

} // namespace mecc::lower
