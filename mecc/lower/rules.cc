// Checks for features unsupported by the hardware, and so by the dialect: floating point, indirect
// calls, recursion, variable argument lists, arrays of variable length, more arguments than
// registers.
#include "mecc/lower/job.h"

#include <fmt/format.h>
#include <llvm/ADT/SCCIterator.h>
#include <llvm/Analysis/CallGraph.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

using namespace llvm;

namespace mecc::lower {

namespace {

bool contains_float(Type* t) {
  if (t->isFPOrFPVectorTy()) return true;
  if (t->isArrayTy()) return contains_float(t->getArrayElementType());
  return false; // structures count only where a field is accessed
}

bool uses_float(const Instruction& i) {
  if (isa<DbgInfoIntrinsic>(i)) return false;
  return contains_float(i.getType()) ||
         any_of(i.operands(), [](const Use& u) { return contains_float(u->getType()); });
}

bool other_memory(const Value& argument, const Value& parameter) {
  const auto* a = dyn_cast<PointerType>(argument.getType());
  const auto* p = dyn_cast<PointerType>(parameter.getType());
  return a && p && a->getAddressSpace() != p->getAddressSpace();
}

void check_call(Job& job, const CallBase& call) {
  if (call.isInlineAsm() || isa<IntrinsicInst>(call)) return;
  const auto* callee = dyn_cast<Function>(call.getCalledOperand()->stripPointerCasts());
  if (!callee)
    return job.report.error(call, "call through a pointer, but microengines cannot call functions "
                                  "indirectly; use a switch that calls them by name");
  for (unsigned n = 0; n < std::min<size_t>(call.arg_size(), callee->arg_size()); ++n)
    if (other_memory(*call.getArgOperand(n), *callee->getArg(n)))
      return job.report.error(
          call, fmt::format("argument {} of '{}' points to another memory than its parameter; "
                            "<ixp_string.h> copies between memories, e.g. memcpy_lmem_sram()",
                            n + 1, callee->getName().str()));
  if (callee->getFunctionType() == call.getFunctionType()) return;
  if (callee->arg_size() == call.arg_size() && !call.getFunctionType()->isVarArg())
    return job.report.error(call, fmt::format("call of '{}' with other types than its definition "
                                              "has; declare it in one header",
                                              callee->getName().str()));
  job.report.error(call, fmt::format("call of '{}' does not match its definition, which takes {} "
                                     "argument(s); declare it with a prototype before the call",
                                     callee->getName().str(), callee->arg_size()));
}

void check_instruction(Job& job, const Instruction& i) {
  if (uses_float(i))
    return job.report.error(i, "floating point is not supported, microengines have integers only; "
                               "use fixed-point arithmetic");
  if (const auto* call = dyn_cast<CallBase>(&i)) return check_call(job, *call);
  if (const auto* local = dyn_cast<AllocaInst>(&i);
      local && !isa<ConstantInt>(local->getArraySize()))
    return job.report.error(i,
                            "array of variable length, but there is no run-time stack; give it a "
                            "constant length");
  if (isa<IndirectBrInst>(i))
    return job.report.error(i, "goto to a computed label is not supported; use a switch");
  if (isa<AtomicRMWInst, AtomicCmpXchgInst, FenceInst>(i))
    return job.report.error(i, "atomic operation of C11 is not supported; use the memory unit's, "
                               "e.g. sram_test_and_add()");
}

void check_function(Job& job, const Function& f) {
  if (f.isVarArg())
    job.report.error(f,
                     fmt::format("function '{}' takes a variable number of arguments, which is not "
                                 "supported; give it fixed parameters or make it a macro",
                                 f.getName().str()));
  for (const Instruction& i : instructions(f))
    check_instruction(job, i);
}

// The first call of `to` in `from`.
const Instruction* call_site(const CallGraphNode& from, const CallGraphNode& to) {
  for (const auto& [call, callee] : from)
    if (callee == &to && call) return cast<Instruction>(*call);
  return nullptr;
}

// A path from `first` back to itself within its strongly connected component.
std::vector<CallGraphNode*> cycle_through(CallGraphNode* first,
                                          ArrayRef<CallGraphNode*> component) {
  std::map<CallGraphNode*, CallGraphNode*> came_from;
  std::vector<CallGraphNode*> queue{first};
  for (size_t at = 0; at < queue.size(); ++at)
    for (const auto& [call, callee] : *queue[at]) {
      if (!is_contained(component, callee) || came_from.contains(callee)) continue;
      came_from[callee] = queue[at];
      queue.push_back(callee);
    }
  std::vector<CallGraphNode*> cycle{first};
  for (CallGraphNode* n = came_from[first]; n != first; n = came_from[n])
    cycle.push_back(n);
  std::reverse(cycle.begin() + 1, cycle.end());
  return cycle;
}

void check_recursion(Job& job) {
  CallGraph graph(job.module);
  for (auto scc = scc_begin(&graph); !scc.isAtEnd(); ++scc) {
    if (!scc.hasCycle() || !scc->front()->getFunction()) continue;
    const std::vector<CallGraphNode*> cycle = cycle_through(scc->front(), *scc);
    std::string names = cycle[0]->getFunction()->getName().str();
    std::vector<ixp::Diagnostic> notes;
    for (size_t n = 0; n < cycle.size(); ++n) {
      const CallGraphNode& next = *cycle[(n + 1) % cycle.size()];
      const std::string callee = next.getFunction()->getName().str();
      names += " -> " + callee;
      if (const Instruction* call = call_site(*cycle[n], next))
        notes.push_back(
            {ixp::Severity::Note,
             place_of(call->getDebugLoc()),
             fmt::format("'{}' calls '{}' here", cycle[n]->getFunction()->getName().str(), callee),
             {}});
    }
    job.report.add({ixp::Severity::Error, place_of(*cycle[0]->getFunction()),
                    fmt::format("recursion {}, but there is no run-time stack; use a loop", names),
                    std::move(notes)});
  }
}

} // namespace

void check_rules(Job& job) {
  const Function* entry = job.module.getFunction("main");
  if (!entry || entry->isDeclaration())
    job.report.error("the program has no function 'main'; define 'void main(void)', where every "
                     "context starts");
  else if (entry->arg_size() != 0)
    job.report.error(*entry,
                     "'main' takes arguments, but there are none to pass; write 'void main(void)'");
  for (const Function& f : job.module)
    if (!f.isDeclaration()) check_function(job, f);
  if (!job.report.failed()) check_recursion(job);
}

} // namespace mecc::lower
