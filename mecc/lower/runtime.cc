// Links the library of the dialect (division, memory functions) into the program. Definitions of
// the program take precedence; finish() removes unused functions.
#include "mecc/lower/runtime.h"
#include "mecc/lower/job.h"

#include <fmt/format.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Linker/Linker.h>

using namespace llvm;

namespace mecc::lower {

bool is_division_function(StringRef name) {
  return name.consume_front("__me_") && (name.starts_with("udiv") || name.starts_with("sdiv") ||
                                         name.starts_with("urem") || name.starts_with("srem"));
}

namespace {

// Reports calls of undefined functions, except those known to code generation.
void check_defined(Job& job) {
  for (const Function& f : job.module) {
    if (!f.isDeclaration() || f.isIntrinsic() || f.getName().starts_with("__me_")) continue;
    for (const User* user : f.users())
      if (const auto* call = dyn_cast<CallBase>(user))
        job.report.error(*call,
                         fmt::format("'{}' is called but defined nowhere; compile the file that "
                                     "defines it together with this one",
                                     f.getName().str()));
  }
}

} // namespace

void link_runtime(Job& job) {
  std::unique_ptr<Module> library =
      job.options.runtime ? job.options.runtime(job.module.getContext()) : nullptr;
  if (library) {
    if (GlobalVariable* used = library->getGlobalVariable("llvm.used")) used->eraseFromParent();
    for (Function& f : *library)
      if (!f.isDeclaration() && (is_division_function(f.getName()) || !f.hasLocalLinkage()))
        f.setLinkage(GlobalValue::WeakAnyLinkage);
    library->setDataLayout(job.module.getDataLayout());
    library->setTargetTriple(job.module.getTargetTriple());
    if (Linker::linkModules(job.module, std::move(library)))
      job.report.error("internal error: the run-time library does not link with the program");
  }
  check_defined(job);
}

} // namespace mecc::lower
