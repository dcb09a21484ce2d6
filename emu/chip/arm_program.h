// The ARM program of [xscale]: a linked file (.elf), or C and assembly built by clang-19 and
// ld.lld-19 with the board support library of microblocks/xscale.
#pragma once

#include "emu/chip/system.h"
#include "emu/xscale/elf.h"

namespace ixp {

// Throws InputError at the system file's `program` key, or with the file's own error. Compiler
// output goes to standard error unchanged.
xscale::Program load_arm_program(const XScaleConfig& config);

} // namespace ixp
