// System files that derive from another one:
//   base = "pcfq.toml"
//   [set]
//   "microengine.1:0.image" = "../sfq/sfq.c"
// The base is read first, then changed by [set] as by --set, and the remaining sections are added.
// A base may derive from another one. Paths are relative to the file that they are in.
#pragma once

#include "config/messages.h"
#include "config/toml_tree.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ixp {

struct DerivedToml {
  TomlValue root;                 // without `base` and [set]
  std::vector<std::string> bases; // paths, that of the file itself first
};

// Parses `text` and the bases, which `read` returns, and applies `overrides`, --set KEY=VALUE.
// Throws InputError.
DerivedToml parse_derived(std::string_view text, const std::string& file_name,
                          const FileReader& read, std::span<const std::string> overrides);

} // namespace ixp
