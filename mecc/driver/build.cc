// Builds images from the sources on the command line and writes the output files.
#include "base/dependencies.h"
#include "base/files.h"
#include "mecc/driver/c_program.h"
#include "mecc/driver/declared_memory.h"
#include "mecc/driver/outputs.h"
#include "mecc/image/imports.h"
#include "preprocess/source.h"

#include <fmt/format.h>

namespace mecc {
namespace {

AssemblerOptions assembler_options(const Options& o) {
  AssemblerOptions a;
  a.mode = o.mode();
  a.include_dirs = o.include_dirs;
  a.may_include = o.may_include;
  a.defines = o.defines;
  a.fill_defer_slots = o.level_or(0) > 0;
  a.control_store_words = o.control_store_words;
  return a;
}

void append(Program& program, Program more) {
  for (Image& i : more.images)
    program.images.push_back(std::move(i));
  for (MemoryInit& m : more.memory)
    program.memory.push_back(std::move(m));
}

// Writes the lowered IR of C instead of an image.
int emit_llvm(const std::vector<std::string>& sources, const Options& o, Messages& messages) {
  const auto c = c_compiler()->program(sources, o, messages);
  std::string text;
  if (!c->parse() || !c->lowered_text({}, text)) return 1;
  write_together({{o.output_or(stem_of(sources.front()) + ".ll"), text}}, o, messages);
  return 0;
}

} // namespace

bool assemble_file(const std::string& path, const Options& o, Messages& messages,
                   const MemoryPlacer& memory, AssemblerResult& result) {
  AssemblerOptions a = assembler_options(o);
  a.place_memory = memory;
  result = assemble(path, ixp::read_file(path), a);
  messages.show(result.diagnostics);
  if (result.ok && result.image.name.empty()) result.image.name = stem_of(path);
  return result.ok;
}

bool compile_c(const std::vector<std::string>& sources, const Options& o, Messages& messages,
               const Placement& placement, Program& program, std::string& report) {
  const auto c = c_compiler()->program(sources, o, messages);
  Compiled compiled;
  if (!c->parse() || !c->compile(placement, compiled)) return false;
  program.images.push_back(std::move(compiled.image));
  program.memory.insert(program.memory.end(), compiled.memory.begin(), compiled.memory.end());
  report += compiled.report;
  return true;
}

int build(const Options& o, Messages& messages) {
  if (o.make_rule) ixp::record_dependencies();
  Program program;
  std::string reports;
  std::vector<std::string> c_sources; // together they form the program of one microengine
  SystemMemory pools = free_memory({});
  Placement placement; // for C, which gets the memory left by assembly
  DeclaredMemory memory(pools, placement.imports);
  bool ok = true;
  for (const std::string& path : o.files) {
    const std::string suffix = suffix_of(path);
    if (suffix == ".uof") {
      append(program, read_uof(ixp::read_file(path), path));
    } else if (suffix == ".hex") {
      program.images.push_back(read_hex(ixp::read_file(path), path, o.mode()));
    } else if (suffix == ".c") {
      c_sources.push_back(path);
    } else {
      AssemblerResult result;
      ok &= assemble_file(path, o, messages, memory.placer(), result);
      memory.add_values(path, result.memory, program.memory);
      reports += result.report;
      program.images.push_back(std::move(result.image));
    }
  }
  if (o.syntax_only)
    return ok && (c_sources.empty() || c_compiler()->program(c_sources, o, messages)->parse()) ? 0
                                                                                               : 1;
  if (!c_sources.empty() && o.emit_llvm) return emit_llvm(c_sources, o, messages);
  leave(pools, placement);
  if (!c_sources.empty()) ok &= compile_c(c_sources, o, messages, placement, program, reports);
  if (!ok) return 1;
  for (Image& image : program.images)
    bind_imports(image, o.defines);
  write_outputs(program, o, stem_of(o.files.front()), o.files, messages);
  if (o.report) ixp::write_file("-", reports);
  return 0;
}

int print_words(const Options& o, Messages& messages) {
  Program program;
  std::string report;
  if (suffix_of(o.files.front()) == ".c") {
    if (!compile_c(o.files, o, messages, {}, program, report)) return 1;
  } else {
    AssemblerResult result;
    if (!assemble_file(o.files.front(), o, messages, {}, result)) return 1;
    if (!result.image.imports.empty())
      throw ixp::InputError({o.files.front(), 0, 0},
                            fmt::format("imports {}, and words cannot wait for values; give them "
                                        "with -D NAME=value",
                                        fmt::join(result.image.imports, ", ")));
    program.images.push_back(std::move(result.image));
  }
  write_together({{o.output_or("-"), write_hex(program.images.front())}}, o, messages);
  return 0;
}

int preprocess_only(const Options& o, Messages& messages) {
  std::string out;
  const std::string& path = o.files.front();
  if (suffix_of(path) == ".c") {
    if (!c_compiler()->preprocess(path, o, messages, out)) return 1;
    write_together({{o.output_or("-"), out}}, o, messages);
    return 0;
  }
  std::vector<ixp::Diagnostic> diagnostics;
  for (const Line& line : preprocess(path, ixp::read_file(path), assembler_options(o), diagnostics))
    out += line.text + '\n';
  messages.show(diagnostics);
  for (const ixp::Diagnostic& d : diagnostics)
    if (d.severity == ixp::Severity::Error) return 1;
  write_together({{o.output_or("-"), out}}, o, messages);
  return 0;
}

} // namespace mecc
