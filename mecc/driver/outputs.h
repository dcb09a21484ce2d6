// The files a job makes: all of them or none.
#pragma once

#include "mecc/driver/driver.h"

namespace mecc {

// An output that would replace one of the inputs, or another output, is a slip of the user's.
void check_name(const std::string& path, const std::vector<std::string>& taken);

// UOF or assembly, with what --list and -g add. `stem` names them when there is no -o; `inputs`
// must not be overwritten.
void write_outputs(const Program& program, const Options& o, const std::string& stem,
                   const std::vector<std::string>& inputs);

} // namespace mecc
