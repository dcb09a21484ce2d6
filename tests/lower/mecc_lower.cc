// mecc-lower: reads LLVM IR, runs mecc's IR-to-IR middle on it and prints the result, as opt does
// with LLVM's passes. A tool of the tests. --stages prints the names of the stages instead.
#include "mecc/dialect/front_end.h"
#include "mecc/lower/lower.h"

#include <fmt/format.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Metadata.h>
#include <llvm/IR/Module.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>
#include <cstdio>

using mecc::lower::LowerOptions;
using mecc::lower::Region;

namespace {

struct Arguments {
  std::string input = "-", runtime;
  LowerOptions options;
  mecc::Optimisations optimisations;
  bool symbols = false; // print addresses instead of IR
};

// True for !{!"kind", !"name"} and !{!"kind", !"name", !"pin", i32 number}.
bool is_object(const llvm::MDNode& node) {
  const unsigned operands = node.getNumOperands();
  for (unsigned n = 0; n < std::min(operands, 3u); ++n)
    if (!llvm::isa_and_nonnull<llvm::MDString>(node.getOperand(n).get())) return false;
  return operands == 2 || (operands == 4 && llvm::mdconst::dyn_extract_or_null<llvm::ConstantInt>(
                                                node.getOperand(3)));
}

// The first variable whose metadata the stages cannot read, or null.
const llvm::Value* malformed_object(const llvm::Module& m) {
  const auto is_malformed = [](const auto& variable) {
    const llvm::MDNode* node = variable.getMetadata("mecc.object");
    return node && !is_object(*node);
  };
  for (const llvm::GlobalVariable& g : m.globals())
    if (is_malformed(g)) return &g;
  for (const llvm::Function& f : m)
    for (const llvm::Instruction& i : llvm::instructions(f))
      if (is_malformed(i)) return &i;
  return nullptr;
}

// A module with mev2's data layout, whether the file has one or not.
std::unique_ptr<llvm::Module> read(llvm::LLVMContext& context, const std::string& path) {
  llvm::SMDiagnostic mistake;
  const llvm::ParserCallbacks layout([](auto, auto) { return mecc::dialect::kDataLayout; });
  std::unique_ptr<llvm::Module> module = llvm::parseIRFile(path, mistake, context, layout);
  if (!module) {
    mistake.print("mecc-lower", llvm::errs());
  } else if (const llvm::Value* object = malformed_object(*module)) {
    fmt::print(stderr,
               "{}: error: {}: malformed !mecc.object, expected !{{!\"kind\", !\"name\"}} or "
               "!{{!\"kind\", !\"name\", !\"pin\", i32 number}}\n",
               path, object->getName().str());
    return nullptr;
  }
  return module;
}

constexpr char kUsage[] =
    "usage: mecc-lower [-O0|-O1|-O2|-O3|-Os|-Og] [--mdata=sram] [--contexts=MASK] "
    "[--four-contexts]\n"
    "                  [--runtime=FILE.ll] [--import=NAME=REGION:ADDRESS] [--number=NAME=N]\n"
    "                  [--only=STAGE | --stop-after=STAGE] [--without=OPTIMISATION] [--symbols]\n"
    "                  [-Wall] [FILE.ll]\n";

unsigned number(llvm::StringRef text) {
  unsigned n = 0;
  text.getAsInteger(0, n);
  return n;
}

bool is_stage(llvm::StringRef name) {
  return llvm::is_contained(mecc::lower::stage_names(), name.str());
}

// False when it is no option.
bool read_option(llvm::StringRef text, Arguments& a) {
  LowerOptions& o = a.options;
  if (text == "-Os")
    o.size = true;
  else if (text == "-Og")
    o.level = 0, o.keep_variables = true;
  else if (text.consume_front("-O"))
    o.level = number(text);
  else if (text == "--mdata=sram")
    o.data_in_sram = true;
  else if (text == "--four-contexts")
    o.mode = mev2::ContextMode::Four;
  else if (text.consume_front("--contexts="))
    o.contexts = static_cast<uint8_t>(number(text));
  else if (text.consume_front("--runtime="))
    a.runtime = text.str();
  else if (text.consume_front("--import="))
    o.imports[text.split('=').first.str()] = {
        static_cast<Region>(number(text.split('=').second.split(':').first)),
        number(text.split(':').second)};
  else if (text.consume_front("--number="))
    o.numbers[text.split('=').first.str()] = number(text.split('=').second);
  else if (text.consume_front("--only=") && is_stage(text))
    o.only = text.str();
  else if (text.consume_front("--stop-after=") && is_stage(text))
    o.stop_after = text.str();
  else if (text.consume_front("--without=") && mecc::optimisation_named(text.str()))
    a.optimisations.leave_out(*mecc::optimisation_named(text.str()));
  else if (text == "-Wall")
    o.warnings = mecc::lower::Warnings({text.str()});
  else if (text == "--symbols")
    a.symbols = true;
  else
    return false;
  return true;
}

void print_symbols(const mecc::lower::Lowered& lowered) {
  for (const auto& s : lowered.symbols)
    fmt::print("{} {} {:#x} bytes {} stride {}{}\n", s.name, mecc::lower::name_of(s.region),
               s.address, s.bytes, s.stride, s.exported ? " exported" : "");
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
  if (argc == 2 && llvm::StringRef(argv[1]) == "--stages") {
    for (const std::string& name : mecc::lower::stage_names())
      std::puts(name.c_str());
    return 0;
  }
  Arguments arguments;
  for (int n = 1; n < argc; ++n) {
    const llvm::StringRef text = argv[n];
    if (read_option(text, arguments)) continue;
    if (text.size() > 1 && text[0] == '-') {
      fmt::print(stderr, "mecc-lower: unknown option '{}'\n{}", text.str(), kUsage);
      return 2;
    }
    arguments.input = text.str();
  }
  llvm::LLVMContext context;
  const std::unique_ptr<llvm::Module> module = read(context, arguments.input);
  if (!module) return 1;
  if (!arguments.runtime.empty())
    arguments.options.runtime = [&](llvm::LLVMContext& c) { return read(c, arguments.runtime); };
  arguments.options.optimisations = &arguments.optimisations;
  mecc::lower::Lowered lowered;
  std::vector<ixp::Diagnostic> diagnostics;
  const bool good = mecc::lower::lower(*module, arguments.options, lowered, diagnostics);
  for (const ixp::Diagnostic& d : diagnostics)
    fmt::print(stderr, "{}\n", ixp::format(d));
  if (!good) return 1;
  if (arguments.symbols)
    print_symbols(lowered);
  else
    module->print(llvm::outs(), nullptr);
}
