// From Intel's .uc language to an Image: preprocess, expand, parse, allocate, encode.
#pragma once

#include "base/diagnostic.h"
#include "mecc/image/image.h"
#include "mecc/mc/memory.h"

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace mecc {

struct AssemblerOptions {
  mev2::ContextMode mode = mev2::ContextMode::Eight; // .num_contexts in the source wins
  std::vector<std::string> include_dirs;
  std::vector<std::pair<std::string, std::string>> defines; // -D NAME=VALUE
  bool fill_defer_slots = false;                            // -O
  unsigned control_store_words = mev2::kControlStoreWords;
  unsigned max_errors = 20;
  // Lines the preprocessor looks at, in macros and loops again each time, before it gives up.
  size_t max_preprocessor_work = 2'000'000;
  // Who gives memory other than local a place; the default is a chip with nothing else on it.
  MemoryPlacer place_memory;
  // Where #include finds text; the default reads files. Tests and fuzzers give their own.
  std::function<bool(const std::string& path, std::string& text)> read_source;
};

struct AssemblerResult {
  Image image;
  std::vector<MemoryInit> memory;           // of the chip; local memory is in the image
  bool per_microengine = false;             // it has memory of which each microengine has its own
  std::vector<ixp::Diagnostic> diagnostics; // errors and warnings, in source order
  std::string report; // registers by bank, transfer registers, signals, moves inserted
  bool ok = false;
};

AssemblerResult assemble(const std::string& path, const std::string& text,
                         const AssemblerOptions& options);

} // namespace mecc
