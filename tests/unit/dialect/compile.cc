#include "tests/unit/dialect/compile.h"

#include "base/files.h"
#include "tests/catch.h"

#include <filesystem>
#include <fmt/format.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/raw_ostream.h>
#include <unistd.h>

static void say(const ixp::Diagnostic& d, std::string& out) {
  static const char* const kSeverity[] = {"note", "warning", "error"};
  out += fmt::format("{}:{}: {}: {}\n", d.where.line, d.where.column,
                     kSeverity[static_cast<int>(d.severity)], d.text);
  for (const ixp::Diagnostic& n : d.notes)
    say(n, out);
}

std::string Compiled::said() const {
  std::string out;
  for (const ixp::Diagnostic& d : diagnostics)
    say(d, out);
  return out;
}

Compiled compile_text(const std::string& text, mecc::dialect::FrontEndOptions options) {
  const std::filesystem::path file =
      std::filesystem::temp_directory_path() / fmt::format("dialect-{}.c", getpid());
  ixp::write_file(file.string(), text);
  options.print = false;
  Compiled out;
  llvm::LLVMContext context;
  const auto module = mecc::dialect::compile(context, file.string(), options, out.diagnostics);
  std::filesystem::remove(file);
  out.ok = module != nullptr;
  if (module) {
    llvm::raw_string_ostream stream(out.ir);
    module->print(stream, nullptr);
  }
  return out;
}

Compiled compile_good(const std::string& text) {
  Compiled out = compile_text(text);
  INFO(out.said());
  REQUIRE(out.ok);
  return out;
}
