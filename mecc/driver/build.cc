// Sources to images to files.
#include "base/files.h"
#include "mecc/driver/compile_c.h"
#include "mecc/image/elf.h"
#include "mecc/mc/assembler.h"
#include "mecc/mc/source.h"

#include <cstdio>
#include <fmt/format.h>

namespace mecc {
namespace {

AssemblerOptions assembler_options(const Options& o) {
  AssemblerOptions a;
  a.mode = o.mode();
  a.include_dirs = o.include_dirs;
  a.defines = o.defines;
  a.fill_defer_slots = o.level_or(0) > 0;
  a.control_store_words = o.control_store_words;
  return a;
}

// Assembles one source; its diagnostics go to standard error. False when it has errors.
bool assemble_file(const std::string& path, const Options& o, AssemblerResult& result) {
  result = assemble(path, ixp::read_file(path), assembler_options(o));
  report_all(result.diagnostics, o.colour);
  if (result.ok && result.image.name.empty()) result.image.name = stem_of(path);
  return result.ok;
}

void append(Program& program, Program more) {
  for (Image& i : more.images)
    program.images.push_back(std::move(i));
  for (MemoryInit& m : more.memory)
    program.memory.push_back(std::move(m));
}

std::string canonical_text(const Program& program) {
  std::string out;
  for (const Image& image : program.images) {
    if (program.images.size() > 1) out += fmt::format("; image {}\n", image.name);
    for (const uint64_t w : image.words) {
      std::string why;
      const auto instruction = mev2::decode(w, image.mode, &why);
      out +=
          (instruction ? mev2::print(*instruction) : fmt::format("; {:010x}: {}", w, why)) + '\n';
    }
  }
  return out;
}

using Outputs = std::vector<std::pair<std::string, std::string>>; // path and content

std::string without_suffix(const std::string& path) {
  return path.substr(0, path.size() - suffix_of(path).size());
}

Outputs outputs(const Program& program, const Options& o) {
  Outputs out;
  const std::string extension = o.assembly ? ".masm" : ".uof";
  const std::string path = o.output.empty() ? stem_of(o.files.front()) + extension : o.output;
  const std::string base = path == "-" ? stem_of(o.files.front()) : without_suffix(path);
  out.emplace_back(path, o.assembly ? canonical_text(program) : write_uof(program));
  if (o.list) {
    std::string text;
    for (const Image& image : program.images)
      text += listing(image);
    out.emplace_back(base + ".list", text);
  }
  for (const Image& image : program.images)
    if (o.debug)
      out.emplace_back(program.images.size() == 1 ? base + ".elf"
                                                  : fmt::format("{}.{}.elf", base, image.name),
                       write_elf(image));
  return out;
}

// An output that would replace one of the inputs, or another output, is a slip of the user's.
void check_names(const Outputs& out, const Options& o) {
  std::vector<std::string> taken = o.files;
  for (const auto& [path, content] : out) {
    for (const std::string& t : taken)
      if (t == path)
        throw ixp::InputError({path, 0, 0}, "would be overwritten by the output, choose another "
                                            "name with -o or rename the sources");
    if (path != "-") taken.push_back(path);
  }
}

} // namespace

int build(const Options& o) {
  Program program;
  std::string reports;
  std::vector<std::string> c_sources; // together they are the program of one microengine
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
      ok &= assemble_file(path, o, result);
      reports += result.report;
      program.images.push_back(std::move(result.image));
    }
  }
  if (!c_sources.empty()) {
    ok &= compile_c(c_sources, o, program);
    if (ok && o.emit_llvm) return 0;
  }
  if (!ok) return 1;
  const Outputs out = outputs(program, o);
  check_names(out, o);
  for (const auto& [path, content] : out)
    ixp::write_file(path, content);
  if (o.report) std::fputs(reports.c_str(), stdout);
  return 0;
}

int print_words(const Options& o) {
  AssemblerResult result;
  if (!assemble_file(o.files.front(), o, result)) return 1;
  ixp::write_file(o.output.empty() ? "-" : o.output, write_hex(result.image));
  return 0;
}

int preprocess_only(const Options& o) {
  std::vector<ixp::Diagnostic> diagnostics;
  std::string out;
  const std::string& path = o.files.front();
  if (suffix_of(path) == ".c") {
    if (!preprocess_c(path, o, out)) return 1;
    ixp::write_file(o.output.empty() ? "-" : o.output, out);
    return 0;
  }
  for (const Line& line : preprocess(path, ixp::read_file(path), assembler_options(o), diagnostics))
    out += line.text + '\n';
  report_all(diagnostics, o.colour);
  for (const ixp::Diagnostic& d : diagnostics)
    if (d.severity == ixp::Severity::Error) return 1;
  ixp::write_file(o.output.empty() ? "-" : o.output, out);
  return 0;
}

} // namespace mecc
