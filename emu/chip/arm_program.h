// The ARM program of [xscale]: a linked file (.elf), or C and assembly built by clang-19 and
// ld.lld-19 with the board support library of microblocks/xscale.
#pragma once

#include "emu/chip/system.h"
#include "emu/xscale/elf.h"

namespace ixp {

// Throws InputError at the system file's `program` key, or with the file's own error. Compiler
// output goes to standard error unchanged.
xscale::Program load_arm_program(const XScaleConfig& config);

// An operating system's kernel for the control core, as a boot monitor leaves it in memory: the
// kernel, its initial RAM disk, and a list of tags at 0x100 that describes the machine
// (Linux, Documentation/arm/Booting). Reads `kernel` of [xscale]: a vmlinux (ELF, linked to virtual
// addresses whose lower 28 bits are physical ones) or a zImage. Throws InputError when it is no
// kernel for this chip or does not fit `dram_bytes`.
xscale::Program load_kernel(const XScaleConfig& config, uint64_t dram_bytes);

} // namespace ixp
