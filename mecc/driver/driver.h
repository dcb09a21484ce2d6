// The jobs of `mecc`. Each returns an exit status (0 done, 1 the input was wrong) or throws
// ixp::InputError; outputs are written only if the whole job succeeded.
#pragma once

#include "base/folders.h"
#include "mecc/driver/messages.h"
#include "mecc/image/image.h"
#include "mecc/mc/optimisations.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace mecc {

struct Options {
  std::vector<std::string> arguments; // as given
  std::vector<std::string> files;
  std::string system;                 // --system: replaces files
  std::vector<std::string> overrides; // --set KEY=VALUE: overrides keys of the system file
  std::string output;                 // "": the job's default; "-": standard output
  std::string sarif;                  // --sarif: diagnostics are also written here
  bool cache = true;                  // --no-cache
  bool confined = false;              // --confined
  std::vector<std::string> include_dirs;
  std::optional<ixp::Folders> may_include; // no value: any file
  std::vector<std::pair<std::string, std::string>> defines;
  std::optional<mev2::ContextMode> contexts; // from the command line
  std::optional<unsigned> level;             // -O0..-O3; default: assembly unchanged, C at 2
  bool size = false;                         // -Os
  bool keep_variables = false;               // -Og
  bool assembly = false;                     // -S
  bool list = false, report = false, debug = false;
  bool make_rule = false;     // -MD: a rule with the files read is also written
  std::string make_rule_path; // -MF; "": the output's name with the suffix .d
  bool syntax_only = false;   // -fsyntax-only
  unsigned control_store_words = mev2::kControlStoreWords;

  // C only:
  std::vector<std::string> undefines, forced_includes, warnings;
  std::vector<std::string> prefix_maps; // -fdebug-prefix-map: OLD=NEW
  bool emit_llvm = false;
  bool data_in_sram = false;   // -mdata=sram: microengine-private data are in SRAM
  uint8_t run_contexts = 0xff; // contexts that run
  bool verify = false;         // run LLVM's machine verifier after every pass
  Optimisations optimisations; // --without

  std::string output_or(const std::string& otherwise) const {
    return output.empty() ? otherwise : output;
  }
  // "0" to "3", "s", "g".
  void set_level(std::string_view text) {
    size = text == "s";
    keep_variables = text == "g";
    level = size ? 2u : keep_variables ? 0u : static_cast<unsigned>(text[0] - '0');
  }
  unsigned level_or(unsigned otherwise) const { return level.value_or(otherwise); }
  mev2::ContextMode mode() const { return contexts.value_or(mev2::ContextMode::Eight); }
};

int build(const Options& o, Messages& messages);        // FILE... -> UOF (and list, report, ELF)
int build_system(const Options& o, Messages& messages); // the same for all images of a system file
// Writes the images of an earlier call, if they are cached and valid (kept_images.h).
bool write_kept_system(const Options& o, Messages& messages);
int preprocess_only(const Options& o, Messages& messages);
int print_words(const Options& o, Messages& messages);   // .uc -> hex words
int disassemble(const Options& o, Messages& messages);   // UOF or hex words -> canonical text
int assemble_text(const Options& o, Messages& messages); // canonical text -> hex words
int write_compile_commands(const Options& o, Messages& messages); // FOLDER/compile_commands.json

std::string version(); // project, commit, LLVM

// For "dir/name.uc", the suffix ".uc" and the stem "name".
std::string suffix_of(const std::string& path);
std::string stem_of(const std::string& path);

} // namespace mecc
