// Programs for the microengines of a system: .uof and .hex are read, sources (.uc, .c) compiled by
// running mecc, unless the system has its images already. IXP_MECC names mecc; without it mecc is
// found beside this executable or in PATH.
#pragma once

#include "emu/chip/system.h"
#include "emu/xscale/elf.h"

#include <optional>
#include <vector>

namespace ixp {

struct PlacedImage {
  unsigned me = 0; // index 0..7
  mecc::Image image;
};

struct Images {
  std::vector<PlacedImage> placed; // one for each microengine of the system, in its order
  std::vector<mecc::MemoryInit> memory;
  std::optional<xscale::Program> arm; // of [xscale]
};

// Throws InputError at the system file's `image` key, or with the image's own complaint. What mecc
// says about a source goes to standard error as it is.
Images load_images(const SystemConfig& system);

} // namespace ixp
