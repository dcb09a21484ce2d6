// Compiles lowered IR (docs/compiler.md) into the control store of one microengine.
#pragma once

#include "base/diagnostic.h"
#include "mecc/image/image.h"
#include "mecc/mc/optimisations.h"

#include <string>
#include <vector>

namespace llvm {
class Module;
}

namespace mecc::codegen {

struct CodegenOptions {
  mev2::ContextMode mode = mev2::ContextMode::Eight;
  unsigned lm_first_word = 0; // first longword of local memory available to the program
  unsigned lm_contexts = 8;   // contexts that run; each needs a frame
  unsigned control_store_words = mev2::kControlStoreWords;
  bool small = false;                     // prefer small code (-Os)
  bool source_order = false;              // code keeps the order of the source (-Og)
  bool verify = false;                    // LLVM's machine verifier after every pass
  Optimisations* optimisations = nullptr; // enabled ones and their counts; null: all enabled
  std::string stop_after; // for tests: the last stage of word_stage_names() to run; "": all
};

// Compiles the module, in which `main` is the entry and callees precede callers. Errors go to
// `diagnostics`; then it returns false and the image is unusable. `report` receives a readable
// listing of each function's cost.
bool generate(llvm::Module&, const CodegenOptions&, Image&,
              std::vector<ixp::Diagnostic>& diagnostics, std::string* report = nullptr);

std::vector<std::string> word_stage_names(); // those after selection, in execution order

} // namespace mecc::codegen
