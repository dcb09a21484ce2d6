// What editors read to understand a program: compile_commands.json for clangd.
#pragma once

#include "mecc/dialect/front_end.h"

#include <string>
#include <vector>

namespace mecc::dialect {

// JSON text with a command for each file. The commands run plain Clang, which sees the headers of
// the dialect but none of its words (<mecc_clangd.h>). `directory` is where relative names start.
std::string compile_commands(const std::vector<std::string>& files, const FrontEndOptions& options,
                             const std::string& directory);

} // namespace mecc::dialect
