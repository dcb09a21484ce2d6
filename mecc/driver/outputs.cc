#include "mecc/driver/outputs.h"

#include "base/dependencies.h"
#include "base/files.h"
#include "base/replacement.h"
#include "base/sarif.h"
#include "mecc/driver/c_program.h"

#include <fmt/format.h>

#include <filesystem>
#include <list>
#include <set>

namespace mecc {
namespace {

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

std::string without_suffix(const std::string& path) {
  return path.substr(0, path.size() - suffix_of(path).size());
}

Outputs outputs(const Program& program, const Options& o, const std::string& stem) {
  Outputs out;
  const std::string path = o.output.empty() ? stem + (o.assembly ? ".masm" : ".uof") : o.output;
  const std::string base = path == "-" ? stem : without_suffix(path);
  out.emplace_back(path, o.assembly ? canonical_text(program) : write_uof(program));
  if (o.list) {
    std::string text;
    for (const Image& image : program.images)
      text += is_compiled(image) ? source_listing(image) : listing(image);
    out.emplace_back(base + ".list", text);
  }
  for (const Image& image : program.images)
    if (o.debug)
      out.emplace_back(program.images.size() == 1 ? base + ".elf"
                                                  : fmt::format("{}.{}.elf", base, image.name),
                       c_compiler()->elf(image));
  return out;
}

std::set<std::string> files_read() {
  std::set<std::string> files;
  for (const auto& [path, d] : ixp::recorded_dependencies())
    if (d.kind == ixp::Dependency::Kind::Content) files.insert(path);
  return files;
}

} // namespace

void add_make_rule(Outputs& out, const Options& o, const std::set<std::string>& files) {
  const std::string target = out.front().first;
  const std::string path = o.make_rule_path.empty()
                               ? std::filesystem::path(target).replace_extension(".d").string()
                               : o.make_rule_path;
  out.emplace_back(path, ixp::make_rule(target, files));
}

bool same_file(const std::string& a, const std::string& b) {
  std::error_code ignored;
  return a == b || std::filesystem::equivalent(a, b, ignored);
}

void check_name(const std::string& path, const std::vector<std::string>& taken) {
  if (path.empty() || path == "-") return;
  for (const std::string& t : taken)
    if (same_file(t, path))
      throw ixp::InputError({path, 0, 0}, "would be overwritten by the output, choose another "
                                          "name with -o or rename the sources");
}

void write_together(Outputs outputs, const Options& o, Messages& messages) {
  if (!o.sarif.empty())
    outputs.emplace_back(o.sarif, ixp::sarif(messages.all(), "mecc", version()));
  std::list<ixp::OutputFile> files; // all files are complete before the first is renamed
  for (const bool standard_output : {false, true}) // standard output last, as it cannot be undone
    for (const auto& [path, content] : outputs) {
      if ((path == "-") != standard_output) continue;
      files.emplace_back(path).write(content);
      files.back().finish();
    }
  ixp::Replacement set;
  for (ixp::OutputFile& f : files)
    f.commit();
  set.keep();
  messages.in_sarif = true;
}

void write_outputs(const Program& program, const Options& o, const std::string& stem,
                   const std::vector<std::string>& inputs, Messages& messages) {
  Outputs out = outputs(program, o, stem);
  if (o.make_rule) add_make_rule(out, o, files_read());
  std::vector<std::string> taken = inputs;
  for (const auto& [path, content] : out) {
    check_name(path, taken);
    taken.push_back(path);
  }
  check_name(o.sarif, taken);
  write_together(std::move(out), o, messages);
}

} // namespace mecc
