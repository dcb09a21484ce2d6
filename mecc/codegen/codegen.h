// From lowered IR (docs/compiler.md) to the control store of one microengine.
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
  unsigned lm_first_word = 0; // longwords of local memory below belong to others
  unsigned lm_contexts = 8;   // contexts that run and so need a frame each
  unsigned control_store_words = mev2::kControlStoreWords;
  bool small = false;                     // prefer small code (-Os)
  bool verify = false;                    // LLVM's machine verifier after every pass
  Optimisations* optimisations = nullptr; // which, and how often; null: all of them
};

// Compiles the module, in which `main` is the entry and callees stand before callers. Errors go to
// `diagnostics`; false then, and the image is unusable. `report`: what functions cost, for people.
bool generate(llvm::Module&, const CodegenOptions&, Image&,
              std::vector<ixp::Diagnostic>& diagnostics, std::string* report = nullptr);

} // namespace mecc::codegen
