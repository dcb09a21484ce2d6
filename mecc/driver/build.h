// What building from files and building systems share.
#pragma once

#include "mecc/driver/driver.h"
#include "mecc/mc/assembler.h"

namespace mecc {

// Assembles one source; `memory` gives what it declares a place. False when it has errors, which
// have been shown.
bool assemble_file(const std::string& path, const Options& o, Messages& messages,
                   const MemoryPlacer& memory, AssemblerResult& result);

} // namespace mecc
