// Programs for the microengines of a system: reads .uof and .hex files, and runs mecc to compile
// sources (.uc, .c), unless the system has its images already. IXP_MECC names the mecc program; by
// default it is next to this executable or in PATH.
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
  std::vector<PlacedImage> placed; // one for each microengine of the system, in order
  std::vector<mecc::MemoryInit> memory;
  std::optional<xscale::Program> arm; // of [xscale]
};

// Throws InputError at the system file's `image` key, or with the image's own error. mecc's output
// goes to standard error unchanged.
Images load_images(const SystemConfig& system);

} // namespace ixp
