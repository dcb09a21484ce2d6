// The parts of check_system() and check_files(); private to this folder.
#pragma once

#include "emu/chip/system.h"

namespace ixp {

// [boot].load entries to check: those with words in the system file, or also those with other
// files.
enum class Loads : uint8_t { Words, WithFiles };

// Areas of the memories that must not overlap. system_areas.cc
void check_areas(const SystemConfig& system, Loads loads);

} // namespace ixp
