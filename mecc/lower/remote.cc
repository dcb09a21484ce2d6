// Signals and transfer registers of other microengines. Here only their numbers exist, which are
// fixed for the whole system beforehand:
//
//   call i32 @__me_signal_number(ptr @done)     ->     i32 15
#include "mecc/lower/job.h"
#include "mecc/lower/objects.h"

#include <fmt/format.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>

using namespace llvm;

namespace mecc::lower {

namespace {

bool asks_for_number(const User* user) {
  const auto* call = dyn_cast<CallInst>(user);
  const Function* callee = call ? call->getCalledFunction() : nullptr;
  return callee &&
         (callee->getName() == "__me_signal_number" || callee->getName() == "__me_xfer_number");
}

void report_missing(Job& job, const GlobalVariable& g) {
  std::vector<std::string> names;
  for (const auto& [name, number] : job.options.numbers)
    names.push_back(name);
  const std::string near = ixp::closest(g.getName().str(), names);
  job.report.error(
      g,
      fmt::format("remote '{}' is not visible in any program of the system; {}", g.getName().str(),
                  near.empty() ? "declare it with __declspec(visible) in the one that owns it, "
                                 "and compile both with --system"
                               : fmt::format("did you mean '{}'?", near)));
}

// Replaces queries of register numbers through `pointer`, a part of the object.
void answer(Job& job, GlobalVariable& g, Value& pointer, unsigned number) {
  for (User* user : make_early_inc_range(pointer.users())) {
    auto* gep = dyn_cast<GEPOperator>(user);
    APInt offset(32, 0);
    if (gep && gep->accumulateConstantOffset(job.module.getDataLayout(), offset)) {
      answer(job, g, *gep, number + static_cast<unsigned>(offset.getZExtValue() / 4));
      if (auto* i = dyn_cast<Instruction>(gep); i && i->use_empty()) i->eraseFromParent();
      continue;
    }
    auto* i = dyn_cast<Instruction>(user);
    if (!i || !asks_for_number(user)) {
      const std::string text =
          fmt::format("remote '{}' lives in another microengine; only __signal_number(&{}, me) and "
                      "__xfer_reg_number(&{}, me) can be asked of it",
                      g.getName().str(), g.getName().str(), g.getName().str());
      return i ? job.report.error(*i, text) : job.report.error(g, text);
    }
    i->replaceAllUsesWith(ConstantInt::get(i->getType(), number));
    i->eraseFromParent();
  }
}

void bind(Job& job, GlobalVariable& g) {
  g.removeDeadConstantUsers(); // the list of annotations
  const auto number = job.options.numbers.find(g.getName().str());
  if (number != job.options.numbers.end())
    answer(job, g, g, number->second);
  else if (!g.use_empty())
    return report_missing(job, g);
  g.removeDeadConstantUsers();
  if (g.use_empty()) g.eraseFromParent();
}

} // namespace

void bind_remotes(Job& job) {
  for (GlobalVariable& g : make_early_inc_range(job.module.globals()))
    if (has_flag(g, "remote")) bind(job, g);
}

} // namespace mecc::lower
