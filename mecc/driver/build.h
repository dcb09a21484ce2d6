// Shared by builds from files and from system files.
#pragma once

#include "mecc/driver/driver.h"
#include "mecc/mc/assembler.h"

namespace mecc {

// Assembles one source; `memory` allocates its declared memory. False if it has errors, which have
// been shown.
bool assemble_file(const std::string& path, const Options& o, Messages& messages,
                   const MemoryPlacer& memory, AssemblerResult& result);

} // namespace mecc
