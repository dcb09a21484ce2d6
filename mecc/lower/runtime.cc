// Links functions of the library of the dialect (division, memory functions) that the program
// lacks. A program without divisions and calls of such functions does not wait for their
// compilation.
#include "mecc/lower/runtime.h"
#include "mecc/lower/job.h"
#include "mecc/lower/pipeline.h"

#include <fmt/format.h>
#include <llvm/IR/InstIterator.h>
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

bool is_of_division(const Function& f) {
  return is_division_function(f.getName());
}

bool may_be_of_library(const Function& f) {
  return f.isDeclaration() && !f.isIntrinsic() &&
         (is_of_division(f) || !f.getName().starts_with("__me_"));
}

// Null if there is none.
std::unique_ptr<Module> library_for(Job& job) {
  std::unique_ptr<Module> library =
      job.options.runtime ? job.options.runtime(job.module.getContext()) : nullptr;
  if (!library) return nullptr;
  if (GlobalVariable* used = library->getGlobalVariable("llvm.used")) used->eraseFromParent();
  for (Function& f : *library) {
    if (is_of_division(f)) f.setLinkage(GlobalValue::ExternalLinkage);
    for (Instruction& i : instructions(f)) // following its variables takes time
      i.dropDbgRecords();
  }
  library->setDataLayout(job.module.getDataLayout());
  library->setTargetTriple(job.module.getTargetTriple());
  return library;
}

void link_declared(Job& job, std::unique_ptr<Module> library) {
  if (library && Linker::linkModules(job.module, std::move(library), Linker::Flags::LinkOnlyNeeded))
    job.report.error("internal error: the run-time library does not link with the program");
}

void drop_undeclared(Module& library, const Module& program) {
  for (Function& f : library)
    if (!f.isDeclaration() && !program.getFunction(f.getName()))
      f.setLinkage(GlobalValue::InternalLinkage);
  Pipeline().run(library, "globaldce");
}

} // namespace

void link_runtime(Job& job) {
  if (any_of(job.module, may_be_of_library)) link_declared(job, library_for(job));
  check_defined(job);
}

void link_divisions(Job& job) {
  std::unique_ptr<Module> library = library_for(job);
  if (!library) return;
  drop_undeclared(*library, job.module);
  Job alone{*library, job.options, job.result, job.report};
  internalise(alone);
  optimise_divisions(alone);
  link_declared(job, std::move(library));
}

} // namespace mecc::lower
