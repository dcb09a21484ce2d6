// A system file together with overrides from the command line or the calling program.
#pragma once

#include "emu/chip/system.h"

#include <optional>
#include <string>
#include <vector>

namespace ixp {

struct SystemChoices {
  std::string system;                 // path of the file
  std::vector<std::string> overrides; // KEY=VALUE (config/toml_override.h)
  std::string images;                 // UOF of the whole system; "": compile the sources
  std::optional<StopSpec> until;      // replaces [stop]
  std::optional<uint64_t> seed;       // replaces the file's seed
  std::optional<FailOn> fail_on;      // replaces [stop]'s
  std::vector<std::string> rx;        // PORT=FILE
};

// Reads and checks the whole file. Throws InputError.
SystemConfig load_system(const SystemChoices& choices);

} // namespace ixp
