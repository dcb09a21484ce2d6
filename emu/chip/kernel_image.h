// An operating system's kernel for the control core, as a boot monitor leaves it in memory: the
// kernel, its initial RAM disk, and a list of tags at 0x100 that describes the machine
// (Linux, Documentation/arm/Booting).
#pragma once

#include "emu/chip/system.h"
#include "emu/xscale/elf.h"

namespace ixp {

// Reads `kernel` of [xscale]: a vmlinux (ELF, linked to virtual addresses whose lower 28 bits are
// physical ones) or a zImage. Throws InputError when it is no kernel for this chip or does not fit
// `dram_bytes`.
xscale::Program load_kernel(const XScaleConfig& config, uint64_t dram_bytes);

} // namespace ixp
