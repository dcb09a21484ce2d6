#include "mecc/driver/compile_c.h"

#include "base/files.h"
#include "mecc/codegen/codegen.h"
#include "mecc/dialect/front_end.h"
#include "mecc/lower/lower.h"

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Support/raw_ostream.h>

#include <bit>

namespace mecc {
namespace {

dialect::FrontEndOptions front_end_options(const Options& o) {
  dialect::FrontEndOptions f;
  f.include_dirs = o.include_dirs;
  f.defines = o.defines;
  f.undefines = o.undefines;
  f.forced_includes = o.forced_includes;
  f.warnings = o.warnings;
  f.mode = o.mode();
  f.optimise = o.level_or(2) > 0;
  f.size = o.size;
  f.colour = o.colour;
  return f;
}

// The library that division and the like come from, as a module to link.
std::unique_ptr<llvm::Module> runtime(llvm::LLVMContext& context, const Options& o) {
  dialect::FrontEndOptions f = front_end_options(o);
  f.warnings = {"-w"};
  std::vector<ixp::Diagnostic> diagnostics;
  return dialect::compile(context, dialect::header_directory(f) + "/ixp_runtime.h", f, diagnostics);
}

lower::LowerOptions lower_options(const Options& o) {
  lower::LowerOptions l;
  l.level = o.level_or(2);
  l.size = o.size;
  l.mode = o.mode();
  l.contexts = o.run_contexts;
  l.data_in_sram = o.data_in_sram;
  l.runtime = [&o](llvm::LLVMContext& context) { return runtime(context, o); };
  return l;
}

codegen::CodegenOptions codegen_options(const Options& o, const lower::Lowered& lowered) {
  codegen::CodegenOptions c;
  c.mode = o.mode();
  c.lm_first_word = lowered.lm_user_words;
  c.lm_contexts = static_cast<unsigned>(std::popcount(o.run_contexts));
  c.control_store_words = o.control_store_words;
  c.verify = o.verify;
  c.fill_defer_slots = o.level_or(2) > 0;
  return c;
}

// One module of all sources; null after errors, which have been shown.
std::unique_ptr<llvm::Module> parse_all(const std::vector<std::string>& sources, const Options& o,
                                        llvm::LLVMContext& context) {
  std::unique_ptr<llvm::Module> all;
  for (const std::string& source : sources) {
    std::vector<ixp::Diagnostic> diagnostics;
    auto module = dialect::compile(context, source, front_end_options(o), diagnostics);
    if (!module) return nullptr;
    if (!all)
      all = std::move(module);
    else if (llvm::Linker::linkModules(*all, std::move(module)))
      return nullptr;
  }
  return all;
}

std::string text_of(const llvm::Module& module) {
  std::string text;
  llvm::raw_string_ostream out(text);
  module.print(out, nullptr);
  return text;
}

} // namespace

bool compile_c(const std::vector<std::string>& sources, const Options& o, Program& program) {
  llvm::LLVMContext context;
  const auto module = parse_all(sources, o, context);
  if (!module) return false;
  std::vector<ixp::Diagnostic> diagnostics;
  lower::Lowered lowered;
  Image image;
  const bool good = lower::lower(*module, lower_options(o), lowered, diagnostics);
  if (good && o.emit_llvm) {
    report_all(diagnostics, o.colour);
    ixp::write_file(o.output.empty() ? stem_of(sources.front()) + ".ll" : o.output,
                    text_of(*module));
    return true;
  }
  const bool made =
      good && codegen::generate(*module, codegen_options(o, lowered), image, diagnostics);
  report_all(diagnostics, o.colour);
  if (!made) return false;
  image.name = stem_of(sources.front());
  for (MemoryInit& m : lowered.memory)
    (m.region == "lmem" ? image.local_memory : program.memory).push_back(std::move(m));
  program.images.push_back(std::move(image));
  return true;
}

bool preprocess_c(const std::string& source, const Options& o, std::string& text) {
  std::vector<ixp::Diagnostic> diagnostics;
  return dialect::preprocess(source, front_end_options(o), text, diagnostics);
}

} // namespace mecc
