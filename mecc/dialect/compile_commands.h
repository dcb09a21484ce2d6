// Input for editors: compile_commands.json for clangd.
#pragma once

#include "mecc/dialect/front_end.h"

#include <string>
#include <vector>

namespace mecc::dialect {

// JSON text with a command for each file. The commands run plain Clang, which reads the headers of
// the dialect but does not know its words (<mecc_clangd.h>). Relative names start at `directory`.
std::string compile_commands(const std::vector<std::string>& files, const FrontEndOptions& options,
                             const std::string& directory);

} // namespace mecc::dialect
