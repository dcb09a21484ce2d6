// A system file with what a command line, or a program, chooses anew.
#pragma once

#include "emu/chip/system.h"

#include <optional>
#include <string>
#include <vector>

namespace ixp {

struct SystemChoices {
  std::string system;                 // path of the file
  std::vector<std::string> overrides; // KEY=VALUE (config/toml_override.h)
  std::string images;                 // UOF of the whole system; "": sources are compiled
  std::optional<StopSpec> until;      // instead of [stop]
  std::optional<uint64_t> seed;       // instead of the file's
  std::optional<FailOn> fail_on;      // instead of [stop]'s
  std::vector<std::string> rx;        // PORT=FILE
};

// Reads the file and checks all of it. Throws InputError.
SystemConfig load_system(const SystemChoices& choices);

} // namespace ixp
