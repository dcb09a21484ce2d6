// Programs that must not compile, and what they must be told: wrong/*.c, in the form of
// tests/must-fail.
#include "tests/catch.h"
#include "tests/unit/dialect/compile.h"

#include <filesystem>
#include <fstream>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

TEST_CASE("wrong programs are told what to do", "[dialect]") {
  const std::filesystem::path folder =
      std::filesystem::path(IXP_SOURCE_DIR) / "tests" / "unit" / "dialect" / "wrong";
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    mecc::dialect::FrontEndOptions options;
    options.print = false;
    std::vector<ixp::Diagnostic> diagnostics;
    llvm::LLVMContext context;
    const auto module =
        mecc::dialect::compile(context, entry.path().string(), options, diagnostics);
    std::string said;
    for (const ixp::Diagnostic& d : diagnostics)
      said += ixp::format(d) + "\n";
    INFO(said);
    CHECK_FALSE(module);
    std::ifstream file(entry.path());
    for (std::string line; std::getline(file, line) && line.starts_with("// error: ");)
      CHECK_THAT(said, Catch::Contains(line.substr(10)));
  }
}
