// Assembly source: any text gives lines or diagnostics, and every character of a line has a place.
#include "mecc/mc/source.h"

#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size > 64 * 1024) return 0;
  const std::string text(reinterpret_cast<const char*>(data), size);
  mecc::AssemblerOptions options;
  options.max_preprocessor_work = 5000;
  options.read_source = [&](const std::string& path, std::string& out) {
    out = text; // "self.uc" includes itself, everything else is missing
    return path == "self.uc";
  };
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
  return 0;
}
