// Translates Intel's .uc language to an Image: preprocesses, expands, parses, allocates, encodes.
#pragma once

#include "base/diagnostic.h"
#include "mecc/image/image.h"
#include "preprocess/memory.h"
#include "preprocess/source.h"

#include <string>
#include <vector>

namespace mecc {

struct AssemblerOptions : PreprocessorOptions {
  mev2::ContextMode mode = mev2::ContextMode::Eight; // overridden by .num_contexts in the source
  bool fill_defer_slots = false;                     // -O
  unsigned control_store_words = mev2::kControlStoreWords;
  // Allocates memory other than local; the default assumes that the chip runs no other program.
  MemoryPlacer place_memory;
};

struct AssemblerResult {
  Image image;
  std::vector<MemoryInit> memory; // initial memory of the chip; local memory is in the image
  bool per_microengine = false;   // some memory is allocated per microengine
  std::vector<ixp::Diagnostic> diagnostics; // errors and warnings, in source order
  std::string report; // registers by bank, transfer registers, signals, inserted moves
  bool ok = false;
};

AssemblerResult assemble(const std::string& path, const std::string& text,
                         const AssemblerOptions& options);

} // namespace mecc
