// Microengine C to an image: front end, lowering, code generation.
#pragma once

#include "mecc/driver/driver.h"

#include <string>
#include <vector>

namespace mecc {

// The sources of one microengine's program, compiled together. Diagnostics go to standard error.
// False when there were errors.
bool compile_c(const std::vector<std::string>& sources, const Options& o, Program& program);

// -E of one source.
bool preprocess_c(const std::string& source, const Options& o, std::string& text);

} // namespace mecc
