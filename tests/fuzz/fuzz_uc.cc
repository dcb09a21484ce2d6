// Assembly source: any text gives a program or diagnostics. Every preprocessed character has a place;
// what was assembled decodes and reads back from its UOF.
#include "mecc/mc/source.h"

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
  }
}

void check_image(const mecc::Image& image) {
  for (const uint64_t word : image.words)
    if (!mev2::decode(word, image.mode)) std::abort();
  const std::string uof = mecc::write_uof({{image}, {}});
  if (mecc::read_uof(uof, "fuzz.uof").images.at(0).words != image.words) std::abort();
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
  if (result.ok) check_image(result.image);
  return 0;
}
