// Flash contents for an ARM program that boots the chip ([xscale] boot): the settings of [boot],
// rings and microengines as a table, and the images as a UOF file. docs/xscale.md has the format;
// microblocks/xscale/boot.c reads it.
#pragma once

#include "emu/chip/images.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ixp {

// `read` supplies the files of [boot] loads. Throws InputError for settings that ARM code cannot
// make: registers and local memory of microengines.
std::string make_boot_flash(const SystemConfig& system, const Images& images,
                            const FileReader& read);

// The big-endian longwords of a file, padded with zero bytes.
std::vector<uint32_t> words_of(std::string_view bytes);

} // namespace ixp
