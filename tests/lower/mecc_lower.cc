// mecc-lower: reads LLVM IR, runs mecc's IR-to-IR middle on it and prints the result, as opt does with
// LLVM's passes. A tool of the tests.
#include "mecc/lower/lower.h"

#include <fmt/format.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>

namespace cl = llvm::cl;
using mecc::lower::LowerOptions;
using mecc::lower::Region;

namespace {

cl::OptionCategory category("mecc-lower");
cl::opt<std::string> input(cl::Positional, cl::init("-"), cl::desc("FILE.ll"), cl::cat(category));
cl::opt<std::string> only("only", cl::desc("run just this stage"), cl::cat(category));
cl::opt<std::string> stop_after("stop-after", cl::desc("run all stages up to this one"),
                                cl::cat(category));
cl::opt<char> level("O", cl::Prefix, cl::init('2'), cl::desc("0, 1, 2, 3 or s"), cl::cat(category));
cl::opt<bool> data_in_sram("mdata-sram", cl::desc("private data live in SRAM"), cl::cat(category));
cl::opt<unsigned> contexts("contexts", cl::init(0xff), cl::desc("mask of contexts that run"),
                           cl::cat(category));
cl::opt<std::string> runtime("runtime", cl::desc("run-time library as IR"), cl::cat(category));
cl::list<std::string> imports("import", cl::desc("NAME=REGION:ADDRESS"), cl::cat(category));
cl::list<std::string> numbers("number", cl::desc("NAME=N of a visible or remote object"),
                              cl::cat(category));
cl::opt<bool> symbols("symbols", cl::desc("print what was placed instead of IR"), cl::cat(category));

std::unique_ptr<llvm::Module> read(llvm::LLVMContext& context, const std::string& path) {
  llvm::SMDiagnostic mistake;
  std::unique_ptr<llvm::Module> module = llvm::parseIRFile(path, mistake, context);
  if (!module) mistake.print("mecc-lower", llvm::errs());
  return module;
}

LowerOptions options() {
  LowerOptions o;
  o.size = level == 's';
  o.level = o.size ? 2 : static_cast<unsigned>(level - '0');
  o.contexts = static_cast<uint8_t>(contexts);
  o.data_in_sram = data_in_sram;
  o.only = only;
  o.stop_after = stop_after;
  if (!runtime.empty())
    o.runtime = [](llvm::LLVMContext& context) { return read(context, runtime); };
  for (llvm::StringRef text : imports) {
    const auto [name, place] = text.split('=');
    const auto [region, address] = place.split(':');
    unsigned number = 0, at = 0;
    region.getAsInteger(0, number);
    address.getAsInteger(0, at);
    o.imports[name.str()] = {static_cast<Region>(number), at};
  }
  for (llvm::StringRef text : numbers) {
    const auto [name, value] = text.split('=');
    value.getAsInteger(0, o.numbers[name.str()]);
  }
  return o;
}

void print_symbols(const mecc::lower::Lowered& lowered) {
  for (const auto& s : lowered.symbols)
    fmt::print("{} {} {:#x} bytes {} stride {}{}\n", s.name, mecc::lower::name_of(s.region), s.address,
               s.bytes, s.stride, s.exported ? " exported" : "");
  for (const auto& m : lowered.memory) {
    fmt::print("{} {:#x}:", m.region, m.address);
    for (const uint8_t byte : m.bytes)
      fmt::print(" {:02x}", byte);
    fmt::print("\n");
  }
  fmt::print("local memory words: {}\n", lowered.lm_user_words);
}

} // namespace

int main(int argc, char** argv) {
  cl::HideUnrelatedOptions(category);
  cl::ParseCommandLineOptions(argc, argv, "mecc's IR-to-IR middle\n");
  llvm::LLVMContext context;
  const std::unique_ptr<llvm::Module> module = read(context, input);
  if (!module) return 1;
  mecc::lower::Lowered lowered;
  std::vector<ixp::Diagnostic> diagnostics;
  const bool good = mecc::lower::lower(*module, options(), lowered, diagnostics);
  for (const ixp::Diagnostic& d : diagnostics)
    fmt::print(stderr, "{}\n", ixp::format(d));
  if (!good) return 1;
  if (symbols)
    print_symbols(lowered);
  else
    module->print(llvm::outs(), nullptr);
}
