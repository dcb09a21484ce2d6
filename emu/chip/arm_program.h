// The ARM program of [xscale]: linked already (.elf), or C and assembly that clang-19 and ld.lld-19
// make one of, with the board support library of microblocks/xscale.
#pragma once

#include "emu/chip/system.h"
#include "emu/xscale/elf.h"

namespace ixp {

// Throws InputError at the system file's `program` key, or with the file's own complaint. What the
// compiler says about a source goes to standard error as it is.
xscale::Program load_arm_program(const XScaleConfig& config);

} // namespace ixp
