// Signals and transfer registers of other microengines. Nothing of them exists here but their
// numbers, which the whole system has agreed on before:
//
//   call i32 @__me_signal_number(ptr @done)     ->     i32 15
#include "mecc/lower/remote.h"
#include "mecc/lower/objects.h"

#include <fmt/format.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>

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

void bind(Job& job, GlobalVariable& g) {
  g.removeDeadConstantUsers(); // the list of annotations
  const auto number = job.options.numbers.find(g.getName().str());
  if (number == job.options.numbers.end() && !g.use_empty()) return report_missing(job, g);
  for (User* user : make_early_inc_range(g.users())) {
    auto* i = dyn_cast<Instruction>(user);
    if (!i || !asks_for_number(user)) {
      const std::string text =
          fmt::format("remote '{}' lives in another microengine; only __signal_number(&{}, me) and "
                      "__xfer_reg_number(&{}, me) can be asked of it",
                      g.getName().str(), g.getName().str(), g.getName().str());
      return i ? job.report.error(*i, text) : job.report.error(g, text);
    }
    i->replaceAllUsesWith(ConstantInt::get(i->getType(), number->second));
    i->eraseFromParent();
  }
  if (g.use_empty()) g.eraseFromParent();
}

} // namespace

void bind_remotes(Job& job) {
  for (GlobalVariable& g : make_early_inc_range(job.module.globals()))
    if (has_flag(g, "remote")) bind(job, g);
}

} // namespace mecc::lower
