// From Intel's .uc language to an Image: preprocess, expand, parse, allocate, encode.
#pragma once

#include "base/diagnostic.h"
#include "mecc/image/image.h"
#include "mecc/preprocess/memory.h"
#include "mecc/preprocess/source.h"

#include <string>
#include <vector>

namespace mecc {

struct AssemblerOptions : PreprocessorOptions {
  mev2::ContextMode mode = mev2::ContextMode::Eight; // .num_contexts in the source wins
  bool fill_defer_slots = false;                     // -O
  unsigned control_store_words = mev2::kControlStoreWords;
  // Who gives memory other than local a place; the default is a chip with nothing else on it.
  MemoryPlacer place_memory;
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
