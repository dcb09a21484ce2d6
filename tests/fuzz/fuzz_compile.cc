// Microengine C to words: any text gives an image that decodes, or diagnostics. A comment that
// opens the text chooses options, so that they are part of the input.
#include "mecc/codegen/codegen.h"
#include "mecc/dialect/front_end.h"
#include "mecc/lower/lower.h"
#include "tests/fuzz/nameless_file.h"

#include <cstdlib>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

namespace {

struct Choices {
  unsigned level = 2;
  bool four = false, sram = false;
};

// "//3f..." : optimise at 3, four contexts.
Choices choices(const uint8_t* data, size_t size) {
  Choices c;
  for (size_t i = 2; size > 2 && data[0] == '/' && data[1] == '/' && i < size && i < 6; ++i) {
    if (data[i] >= '0' && data[i] <= '3') c.level = data[i] - '0';
    c.four |= data[i] == 'f';
    c.sram |= data[i] == 's';
  }
  return c;
}

using Diagnostics = std::vector<ixp::Diagnostic>;

std::unique_ptr<llvm::Module> parse(llvm::LLVMContext& context, const std::string& path,
                                    const Choices& c, Diagnostics& diagnostics) {
  mecc::dialect::FrontEndOptions options;
  options.print = false;
  options.optimise = c.level > 0;
  if (c.four) options.mode = mev2::ContextMode::Four;
  return mecc::dialect::compile(context, path, options, diagnostics);
}

void require(bool good) {
  if (!good) std::abort();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size > 8 * 1024) return 0;
  const NamelessFile file(data, size);
  const Choices c = choices(data, size);
  Diagnostics diagnostics;
  llvm::LLVMContext context;
  const auto module = parse(context, file.path(), c, diagnostics);
  require(module || !diagnostics.empty());
  if (!module) return 0;

  mecc::lower::LowerOptions lower;
  lower.level = c.level;
  lower.data_in_sram = c.sram;
  if (c.four) lower.mode = mev2::ContextMode::Four, lower.contexts = 0x55;
  lower.runtime = [&](llvm::LLVMContext& in) {
    Diagnostics ignored;
    return parse(in, mecc::dialect::header_directory({}) + "/ixp_runtime.h", c, ignored);
  };
  mecc::lower::Lowered lowered;
  if (!mecc::lower::lower(*module, lower, lowered, diagnostics)) {
    require(!diagnostics.empty());
    for (const ixp::Diagnostic& d : diagnostics)
      require(d.text.find("internal error") == std::string::npos);
    return 0;
  }

  mecc::codegen::CodegenOptions options;
  options.mode = lower.mode;
  options.lm_first_word = lowered.lm_user_words;
  options.lm_contexts = c.four ? 4 : 8;
  mecc::Image image;
  if (!mecc::codegen::generate(*module, options, image, diagnostics)) {
    require(!diagnostics.empty());
    return 0;
  }
  require(!image.words.empty() && image.words.size() <= options.control_store_words);
  for (const uint64_t word : image.words)
    require(mev2::decode(word, image.mode).has_value());
  return 0;
}
