#include "mecc/driver/c_program.h"

#include "base/program.h"
#include "mecc/codegen/codegen.h"
#include "mecc/dialect/front_end.h"
#include "mecc/driver/join.h"
#include "mecc/image/elf.h"
#include "mecc/lower/report.h"

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/ErrorHandling.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <csignal>
#include <filesystem>
#include <fmt/format.h>

namespace mecc {

namespace {

std::string crash_report; // complete before a crash: afterwards no memory can be allocated

void note_source(const std::string& path) {
  crash_report = fmt::format("internal error: the compiler crashed at {}; remove parts of the file "
                             "to find the construct, write it in another way, and report it",
                             path);
}

// Makes a crash of Clang or LLVM an error like others. Stacks that are full are among the causes.
void catch_crashes() {
  static char stack[64 * 1024];
  const stack_t other{stack, 0, sizeof stack};
  sigaltstack(&other, nullptr);
  struct sigaction action{};
  action.sa_handler = [](int) { ixp::give_up(crash_report); };
  action.sa_flags = SA_ONSTACK;
  for (const int s : {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT})
    sigaction(s, &action, nullptr);
}

unsigned local_memory_blocks(const Options& o) {
  return lower::context_copies(o.mode(), o.run_contexts);
}

dialect::FrontEndOptions front_end_options(const Options& o, const Messages& messages) {
  dialect::FrontEndOptions f;
  f.include_dirs = o.include_dirs;
  f.may_include = o.may_include;
  f.defines = o.defines;
  f.undefines = o.undefines;
  f.forced_includes = o.forced_includes;
  f.prefix_maps = o.prefix_maps;
  for (const std::string& w : o.warnings)
    if (!lower::Warnings::is_ours(w)) f.warnings.push_back(w);
  f.mode = o.mode();
  f.local_memory_blocks = local_memory_blocks(o);
  f.optimise = o.level_or(2) > 0;
  f.size = o.size;
  f.mark_lifetimes = o.keep_variables;
  f.colour = messages.colour();
  return f;
}

// The runtime library with division and similar functions, as a module to link.
std::unique_ptr<llvm::Module> runtime(llvm::LLVMContext& context, dialect::FrontEndOptions f) {
  f.warnings = {"-w"};
  std::vector<ixp::Diagnostic> diagnostics;
  return dialect::compile(context, dialect::header_directory(f) + "/ixp_runtime.h", f, diagnostics);
}

Optimisations wanted_optimisations(const Options& o) {
  Optimisations wanted = o.optimisations;
  if (o.level_or(2) > 0) return wanted;
  const bool calls = o.keep_variables && wanted.on(Optimisation::CalleeRegisters);
  wanted.leave_out_all();
  if (calls) wanted.keep(Optimisation::CalleeRegisters); // values stay in registers during calls
  return wanted;
}

codegen::CodegenOptions codegen_options(const Options& o, const lower::Lowered& lowered,
                                        Optimisations& optimisations) {
  codegen::CodegenOptions c;
  c.mode = o.mode();
  c.lm_first_word = lowered.lm_user_words;
  c.lm_contexts = local_memory_blocks(o);
  c.control_store_words = o.control_store_words;
  c.small = o.size;
  c.source_order = o.keep_variables;
  c.verify = o.verify;
  c.optimisations = &optimisations;
  return c;
}

// Describes the memory layout, human-readable.
std::string describe(const std::vector<lower::PlacedSymbol>& symbols) {
  std::string out;
  for (const lower::PlacedSymbol& s : symbols)
    out +=
        fmt::format("  {} {:#x}: {}, {} bytes{}{}\n", lower::name_of(s.region), s.address, s.name,
                    s.bytes, s.stride ? fmt::format(", every {} for a context", s.stride) : "",
                    s.exported ? ", exported" : "");
  return out.empty() ? "" : "memory\n" + out;
}

// Adds debugger symbols for longwords in memory; arrays and structures by element number. They
// precede register names, because local variables hide global ones.
void name_memory(const std::vector<lower::PlacedSymbol>& symbols, Image& image) {
  constexpr uint32_t kMost = 32; // limit per variable: large tables would hide other symbols
  if (image.words.empty()) return;
  const auto last = static_cast<uint32_t>(image.words.size() - 1);
  std::vector<SymbolRange> named;
  for (const lower::PlacedSymbol& s : symbols) {
    const bool local = s.region == lower::Region::Local;
    const uint32_t unit = local ? 4 : 1; // bytes per index
    const uint32_t stride = image.mode == mev2::ContextMode::Four ? s.stride / 2 : s.stride;
    if (s.address % 4 || s.bytes % 4 || stride % unit) continue;
    for (uint32_t n = 0; n < std::min(s.bytes / 4, kMost); ++n)
      named.push_back({s.bytes > 4 ? fmt::format("{}[{}]", s.name, n) : s.name,
                       fmt::format("{}[{:#x}{}]", local ? "lm" : lower::init_name_of(s.region),
                                   (s.address + 4 * n) / unit,
                                   stride ? fmt::format(" + {:#x} * ctx", stride / unit) : ""),
                       0, last});
  }
  image.symbols.insert(image.symbols.begin(), named.begin(), named.end());
}

struct Modules {
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> parsed, lowered;
};

class Compilation final : public CProgram {
public:
  Compilation(std::vector<std::string> sources, Options options, Messages& messages)
      : sources_(std::move(sources)), options_(std::move(options)), messages_(messages) {}

  bool parse() override;
  Interface interface() const override { return interface_of(*modules_.parsed); }
  bool compile(const Placement& placement, Compiled& result) override;
  bool lowered_text(const Placement& placement, std::string& text) override;

private:
  bool lower(const Placement& placement, Optimisations& optimisations, lower::Lowered& lowered);

  std::vector<std::string> sources_;
  Options options_;
  Messages& messages_;
  Modules modules_;
};

bool Compilation::parse() {
  for (const std::string& source : sources_) {
    note_source(source);
    std::vector<ixp::Diagnostic> diagnostics;
    auto module = dialect::compile(modules_.context, source, front_end_options(options_, messages_),
                                   diagnostics);
    messages_.already_shown(diagnostics);
    if (!module) return false;
    if (!modules_.parsed) {
      modules_.parsed = std::move(module);
      continue;
    }
    if (const auto errors = join(*modules_.parsed, std::move(module), source); !errors.empty()) {
      messages_.show(errors);
      return false;
    }
  }
  return true;
}

bool Compilation::lower(const Placement& placement, Optimisations& optimisations,
                        lower::Lowered& lowered) {
  note_source(sources_.front());
  lower::LowerOptions l;
  l.level = options_.level_or(2);
  l.size = options_.size;
  l.keep_variables = options_.keep_variables;
  l.mode = options_.mode();
  l.contexts = options_.run_contexts;
  l.data_in_sram = options_.data_in_sram;
  l.warnings = lower::Warnings(options_.warnings);
  l.optimisations = &optimisations;
  l.free = placement.free;
  l.imports = placement.imports;
  l.numbers = placement.numbers;
  l.runtime = [this](llvm::LLVMContext& context) {
    return runtime(context, front_end_options(options_, messages_));
  };
  modules_.lowered = llvm::CloneModule(*modules_.parsed);
  std::vector<ixp::Diagnostic> diagnostics;
  const bool good = lower::lower(*modules_.lowered, l, lowered, diagnostics);
  messages_.show(diagnostics);
  return good;
}

bool Compilation::compile(const Placement& placement, Compiled& result) {
  Optimisations optimisations = wanted_optimisations(options_);
  lower::Lowered lowered;
  if (!lower(placement, optimisations, lowered)) return false;
  std::vector<ixp::Diagnostic> diagnostics;
  const bool made =
      codegen::generate(*modules_.lowered, codegen_options(options_, lowered, optimisations),
                        result.image, diagnostics, &result.report);
  const bool good = lower::Warnings(options_.warnings).apply(diagnostics);
  messages_.show(diagnostics);
  if (!made || !good) return false;
  result.image.name = stem_of(sources_.front());
  for (MemoryInit& m : lowered.memory)
    (m.region == "lmem" ? result.image.local_memory : result.memory).push_back(std::move(m));
  name_memory(lowered.symbols, result.image);
  result.used_end = lowered.used_end;
  result.report += optimisations.describe() + describe(lowered.symbols);
  return true;
}

bool Compilation::lowered_text(const Placement& placement, std::string& text) {
  Optimisations optimisations = wanted_optimisations(options_);
  lower::Lowered lowered;
  if (!lower(placement, optimisations, lowered)) return false;
  llvm::raw_string_ostream out(text);
  modules_.lowered->print(out, nullptr);
  return true;
}

class WithLlvm final : public CCompiler {
public:
  WithLlvm() { // LLVM aborts if memory is exhausted or it cannot continue
    catch_crashes();
    llvm::install_bad_alloc_error_handler(
        [](void*, const char*, bool) { ixp::give_up("out of memory"); });
    llvm::install_fatal_error_handler(
        [](void*, const char* why, bool) { ixp::give_up(std::string("internal error: ") + why); });
  }

  std::unique_ptr<CProgram> program(const std::vector<std::string>& sources, const Options& o,
                                    Messages& messages) const override {
    return std::make_unique<Compilation>(sources, o, messages);
  }

  bool preprocess(const std::string& source, const Options& o, Messages& messages,
                  std::string& text) const override {
    note_source(source);
    std::vector<ixp::Diagnostic> diagnostics;
    const bool good =
        dialect::preprocess(source, front_end_options(o, messages), text, diagnostics);
    messages.already_shown(diagnostics);
    return good;
  }

  std::string compile_commands(const std::vector<std::string>& files, const Options& o,
                               const std::string& folder) const override {
    dialect::FrontEndOptions f;
    for (const std::string& d : o.include_dirs)
      f.include_dirs.push_back(std::filesystem::absolute(d).lexically_normal().string());
    f.defines = o.defines;
    f.undefines = o.undefines;
    f.forced_includes = o.forced_includes;
    f.warnings = o.warnings;
    f.mode = o.mode();
    return dialect::compile_commands(files, f, folder);
  }

  std::string elf(const Image& image) const override { return write_elf(image); }
};

} // namespace

const CCompiler* c_compiler() {
  static const WithLlvm compiler;
  return &compiler;
}

} // namespace mecc
