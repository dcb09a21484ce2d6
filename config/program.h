// The keys of [[microengine]] in a system file that concern compilation: the program of a
// microengine and its build options. Start-up settings of the microengine belong to the emulator.
#pragma once

#include "config/toml_tree.h"
#include "isa/isa.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ixp {

struct ProgramConfig {
  unsigned index = 0;                    // microengine 0..7
  std::vector<std::string> files;        // one .uof, .hex or .uc, or any number of .c
  std::optional<mev2::ContextMode> mode; // from the image if absent, else eight
  std::optional<uint8_t> start;          // contexts enabled at start; all if absent
  std::vector<std::pair<std::string, std::string>> defines;
  std::vector<std::string> include_dirs;
  std::string optimise; // "0".."3", "s", "g"; "": the compiler's default
  bool data_in_sram = false;
  SourceLocation where, image_where, start_where;

  const std::string& image() const { return files.front(); } // its name
  bool from_source() const;                                  // .uc or .c
};

// Reads its keys; others read the remaining keys and call finish().
ProgramConfig read_program(TomlTable& t);

// 'define' of a table: macro names and values.
std::vector<std::pair<std::string, std::string>> read_defines(TomlTable& t);

// The name of a microengine in system files and messages: "1:0".
std::string me_name(unsigned index);

} // namespace ixp
