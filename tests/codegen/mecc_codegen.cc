// Runs the backend alone, for its tests: lowered IR in, microcode out.
//   mecc-codegen FILE.ll [-o OUT.uof] [-four] [-lm-contexts=N] [-verify] [-symbols]
//                [-control-store=N] [-without=OPTIMISATION] [-stop-after=STAGE] [LLVM's options]
//   mecc-codegen -stages        names of the stages after selection
#include "base/files.h"
#include "mecc/codegen/codegen.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <cstdio>

namespace cl = llvm::cl;

static cl::opt<std::string> input(cl::Positional, cl::Required, cl::desc("FILE.ll"));
static cl::opt<std::string> output("o", cl::desc("write a UOF here; the listing otherwise"));
static cl::opt<bool> four("four", cl::desc("four contexts"));
static cl::opt<bool> symbols("symbols", cl::desc("print ranges of variables"));
static cl::opt<bool> verify("verify", cl::desc("verify machine code after every pass"));
static cl::opt<bool> no_defer("no-defer", cl::desc("leave defer slots empty"));
static cl::list<std::string> without("without", cl::desc("leave an optimisation out"));
static cl::opt<unsigned> lm_contexts("lm-contexts", cl::init(8), cl::desc("contexts with frames"));
static cl::opt<unsigned> control_store("control-store", cl::init(mev2::kControlStoreWords),
                                       cl::desc("words of the control store"));

// Removes -stop-after=STAGE, which LLVM defines for its own passes, and returns the stage.
static std::string take_stage(int& argc, char** argv) {
  for (int n = 1; n < argc; ++n) {
    llvm::StringRef text = argv[n];
    if (!text.consume_front("-stop-after=")) continue;
    if (!llvm::is_contained(mecc::codegen::word_stage_names(), text.str())) continue;
    std::copy(argv + n + 1, argv + argc, argv + n);
    --argc;
    return text.str();
  }
  return "";
}

int main(int argc, char** argv) {
  if (argc == 2 && llvm::StringRef(argv[1]) == "-stages") {
    for (const std::string& name : mecc::codegen::word_stage_names())
      std::puts(name.c_str());
    return 0;
  }
  const std::string last = take_stage(argc, argv);
  cl::ParseCommandLineOptions(argc, argv, "the mev2 backend alone\n");
  llvm::LLVMContext context;
  llvm::SMDiagnostic error;
  const auto module = llvm::parseIRFile(input, error, context);
  if (!module) return error.print(argv[0], llvm::errs()), 1;
  mecc::codegen::CodegenOptions o;
  o.mode = four ? mev2::ContextMode::Four : mev2::ContextMode::Eight;
  o.lm_contexts = lm_contexts;
  o.control_store_words = control_store;
  o.verify = verify;
  o.stop_after = last;
  mecc::Optimisations optimisations;
  if (no_defer) {
    optimisations.leave_out(mecc::Optimisation::DeferSlots);
    optimisations.leave_out(mecc::Optimisation::TargetSlots);
  }
  for (const std::string& name : without)
    if (const auto left_out = mecc::optimisation_named(name)) optimisations.leave_out(*left_out);
  o.optimisations = &optimisations;
  mecc::Program program;
  program.images.emplace_back();
  std::vector<ixp::Diagnostic> diagnostics;
  const bool good = mecc::codegen::generate(*module, o, program.images[0], diagnostics);
  for (const ixp::Diagnostic& d : diagnostics)
    std::fprintf(stderr, "%s\n", ixp::format(d).c_str());
  if (!good) return 1;
  program.images[0].name = "test";
  if (!output.empty()) {
    ixp::write_file(output, mecc::write_uof(program));
    return 0;
  }
  std::fputs(mecc::listing(program.images[0]).c_str(), stdout);
  for (const mecc::DebugPoint& p : program.images[0].points) {
    std::printf("; %s:", p.text.c_str());
    for (const std::string& argument : p.arguments)
      std::printf(" %s;", argument.empty() ? "<optimized out>" : argument.c_str());
    std::printf("\n");
  }
  if (symbols)
    for (const mecc::SymbolRange& s : program.images[0].symbols)
      std::printf("; %s: %s %u-%u\n", s.name.c_str(), s.location.c_str(), s.first, s.last);
  return 0;
}
