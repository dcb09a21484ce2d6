// Compile-time queries of programs. Those with an LLVM equivalent are translated before
// optimisation; the others are answered after inlining and constant folding.
#include "mecc/include/ixp_kinds.h"
#include "mecc/lower/job.h"
#include "mecc/lower/objects.h"
#include "mecc/lower/pipeline.h"

#include <fmt/format.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/MDBuilder.h>

using namespace llvm;

namespace mecc::lower {

namespace {

std::vector<CallInst*> calls_of(Module& m, StringRef primitive) {
  std::vector<CallInst*> calls;
  if (Function* f = m.getFunction(("__me_" + primitive).str()))
    for (User* user : f->users())
      if (auto* call = dyn_cast<CallInst>(user); call && call->getCalledOperand() == f)
        calls.push_back(call);
  return calls;
}

void ask_is_constant(CallInst& call) {
  IRBuilder<> b(&call);
  Value* argument = call.getArgOperand(0);
  Value* known = b.CreateIntrinsic(Intrinsic::is_constant, {argument->getType()}, {argument});
  call.replaceAllUsesWith(b.CreateZExt(known, call.getType()));
  call.eraseFromParent();
}

// Sets weights on every branch that decides whether the path is taken; priority 0..100.
void weigh_critical_path(Job& job, CallInst& call) {
  const auto* priority = dyn_cast<ConstantInt>(call.getArgOperand(0));
  if (!priority || priority->getZExtValue() > 100)
    return job.report.error(call, "the priority of a critical path is a constant, 0 to 100");
  const auto weight = static_cast<uint32_t>(priority->getZExtValue() + 1);
  Function& f = *call.getFunction();
  const DominatorTree tree(f);
  for (const DomTreeNode* n = tree.getNode(call.getParent())->getIDom(); n; n = n->getIDom()) {
    auto* branch = dyn_cast<BranchInst>(n->getBlock()->getTerminator());
    if (!branch || !branch->isConditional()) continue;
    const auto leads = [&](unsigned successor) {
      return tree.dominates(BasicBlockEdge(n->getBlock(), branch->getSuccessor(successor)),
                            call.getParent());
    };
    if (leads(0) != leads(1))
      branch->setMetadata(LLVMContext::MD_prof,
                          MDBuilder(f.getContext())
                              .createBranchWeights(leads(0) ? weight : 1, leads(1) ? weight : 1));
  }
}

std::string text_of(Value* message) {
  StringRef text;
  return getConstantStringInfo(message, text) ? text.str() : "assertion without a constant text";
}

void check_assertion(Job& job, CallInst& call) {
  const auto* condition = dyn_cast<ConstantInt>(call.getArgOperand(0));
  const std::string text = text_of(call.getArgOperand(1));
  if (!condition)
    job.report.error(call,
                     fmt::format("__ct_assert: the condition of \"{}\" is not known at compile "
                                 "time; make its operands constants",
                                 text));
  else if (condition->isZero())
    job.report.error(call, fmt::format("__ct_assert failed: {}", text));
  call.eraseFromParent();
}

__me_kind kind_of_register(Kind k) {
  switch (k) {
  case Kind::SIn:
  case Kind::DIn: return __me_kind_read_register;
  case Kind::SOut:
  case Kind::DOut: return __me_kind_write_register;
  case Kind::SBoth:
  case Kind::DBoth: return __me_kind_read_write_register;
  case Kind::Signal:
  case Kind::SignalPair: return __me_kind_signal;
  case Kind::NnIn:
  case Kind::NnOut: return __me_kind_next_neighbour;
  case Kind::Lm: return __me_kind_local_memory;
  case Kind::Gpr:
  case Kind::SharedGpr:
  case Kind::StaticGpr: return __me_kind_register;
  }
  return __me_kind_unknown;
}

__me_kind kind_of_pointee(Value* pointer) {
  const Value* base = getUnderlyingObject(pointer, 0);
  if (base->getType()->getPointerAddressSpace() != 0) return __me_kind_unknown;
  if (const std::optional<Kind> k = kind_of(base)) return kind_of_register(*k);
  return isa<AllocaInst>(base)       ? __me_kind_register
         : isa<GlobalVariable>(base) ? __me_kind_local_memory
                                     : __me_kind_unknown;
}

} // namespace

void start_queries(Job& job) {
  for (CallInst* call : calls_of(job.module, "is_ct_const"))
    ask_is_constant(*call);
  for (CallInst* call : calls_of(job.module, "critical_path")) {
    weigh_critical_path(job, *call);
    call->eraseFromParent();
  }
}

void finish_queries(Job& job) {
  for (CallInst* call : calls_of(job.module, "object_kind")) {
    call->replaceAllUsesWith(
        ConstantInt::get(call->getType(), kind_of_pointee(call->getArgOperand(0))));
    call->eraseFromParent();
  }
  Pipeline().run(job.module, functions_pipeline("lower-constant-intrinsics,CFG"));
  simplify_functions(job);
  for (CallInst* call : calls_of(job.module, "ct_assert"))
    check_assertion(job, *call);
}

} // namespace mecc::lower
