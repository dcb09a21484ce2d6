// [[microengine]] of a system file, as far as compiling goes: which program a microengine runs and
// how it is built. What the microengine is set to when it starts is the emulator's business.
#pragma once

#include "config/toml_tree.h"
#include "mecc/target/isa.h"

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ixp {

struct ProgramConfig {
  unsigned index = 0;                    // microengine 0..7
  std::vector<std::string> files;        // one .uof, .hex or .uc, or any number of .c
  std::optional<mev2::ContextMode> mode; // what the image says, else eight
  std::optional<uint8_t> start;          // contexts enabled at start; all that exist
  std::vector<std::pair<std::string, std::string>> defines;
  std::vector<std::string> include_dirs;
  std::string optimise; // "0".."3", "s"; "" = as the compiler likes
  bool data_in_sram = false;
  SourceLocation where, image_where, start_where;

  const std::string& image() const { return files.front(); } // the name it goes by
  bool from_source() const;                                  // .uc or .c
};

// Reads its keys; those of others stay to be asked for, then finish().
ProgramConfig read_program(TomlTable& t, const std::filesystem::path& folder);

// 'define' of a table: names and values of macros.
std::vector<std::pair<std::string, std::string>> read_defines(TomlTable& t);

// The name of a microengine in system files and messages: "1:0".
std::string me_name(unsigned index);

} // namespace ixp
