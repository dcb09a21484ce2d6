// Microengine C: any text gives a good module or diagnostics. Text alone, without the headers,
// which would be most of the work; the dialect's words need none.
#include "mecc/dialect/front_end.h"
#include "tests/fuzz/nameless_file.h"

#include <cstdlib>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size > 16 * 1024) return 0;
  const NamelessFile file(data, size);
  mecc::dialect::FrontEndOptions options;
  options.print = false;
  std::vector<ixp::Diagnostic> diagnostics;
  llvm::LLVMContext context;
  const auto module = mecc::dialect::compile(context, file.path(), options, diagnostics);
  if (!module && diagnostics.empty()) std::abort();
  if (module && llvm::verifyModule(*module)) std::abort();
  if (module && module->getTargetTriple() != mecc::dialect::kTriple) std::abort();
  return 0;
}
