// The files a job makes: all of them or none.
#pragma once

#include "mecc/driver/driver.h"

#include <string>
#include <utility>
#include <vector>

namespace mecc {

using Outputs = std::vector<std::pair<std::string, std::string>>; // path and content

// Whether two names, of which one need not exist, are of one file.
bool same_file(const std::string& a, const std::string& b);

// An output that would replace one of the inputs, or another output, is a slip of the user's.
void check_name(const std::string& path, const std::vector<std::string>& taken);

// Writes what a job made, and what --sarif asks for beside it: all appear together, or none when
// one of them cannot be written.
void write_together(Outputs outputs, const Options& o, Messages& messages);

// UOF or assembly, with what --list and -g add. `stem` names them when there is no -o; `inputs`
// must not be overwritten.
void write_outputs(const Program& program, const Options& o, const std::string& stem,
                   const std::vector<std::string>& inputs, Messages& messages);

} // namespace mecc
