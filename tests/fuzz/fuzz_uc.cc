// Assembly source: any text gives a program or diagnostics. Every preprocessed character has a
// position; assembled code decodes and reads back from its UOF, with its memory and import
// variables, which take values or say why not.
#include "mecc/image/imports.h"
#include "mecc/mc/assembler.h"

#include <cstdlib>

namespace {

void check_lines(const std::string& text, const mecc::AssemblerOptions& options) {
  std::vector<ixp::Diagnostic> diagnostics;
  for (const mecc::Line& line : mecc::preprocess("fuzz.uc", text, options, diagnostics)) {
    if (line.columns.size() != line.text.size()) std::abort();
    if (!line.rows.empty() && line.rows.size() != line.text.size()) std::abort();
    if (line.file.empty() || line.line == 0) std::abort();
    int64_t value = 0;
    std::string error;
    size_t at = 0;
    if (!mecc::evaluate(line.text, {}, value, error, at) && at > line.text.size()) std::abort();
    bool complete = false;
    mecc::substitute(line.text, {}, complete);
  }
}

void check_program(const mecc::AssemblerResult& result) {
  const mecc::Image& image = result.image;
  for (const uint64_t word : image.words)
    if (!mev2::decode(word, image.mode)) std::abort();
  const std::string uof = mecc::write_uof({{image}, result.memory});
  const mecc::Program read = mecc::read_uof(uof, "fuzz.uof");
  if (read.images.at(0).words != image.words) std::abort();
  if (read.memory.size() != result.memory.size()) std::abort();
  mecc::Image bound = read.images[0];
  if (bound.imports != image.imports) std::abort();
  std::map<std::string, int64_t> values;
  for (const std::string& name : bound.imports)
    values[name] = static_cast<int64_t>(name.size() * 1000);
  try {
    mecc::bind_imports(bound, values);
    if (!bound.imports.empty() || !bound.import_uses.empty()) std::abort();
    for (const uint64_t word : bound.words)
      if (!mev2::decode(word, bound.mode)) std::abort();
  } catch (const ixp::InputError&) {
  }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size > 64 * 1024) return 0;
  const std::string text(reinterpret_cast<const char*>(data), size);
  mecc::AssemblerOptions options;
  options.max_preprocessor_work = 2000;
  options.fill_defer_slots = size % 2;
  options.read_source = [&](const std::string& path, std::string& out) {
    out = text; // "self.uc" includes itself, everything else is missing
    return path == "self.uc";
  };
  check_lines(text, options);
  const mecc::AssemblerResult result = mecc::assemble("fuzz.uc", text, options);
  if (result.ok) check_program(result);
  return 0;
}
