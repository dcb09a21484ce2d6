#include "emu/sim/choices.h"

#include "base/files.h"

namespace ixp {

SystemConfig load_system(const SystemChoices& choices) {
  // Streams and sources that options replace need not exist.
  SystemConfig system =
      parse_system(read_file(choices.system), choices.system, read_named_file, choices.overrides);
  for (const std::string& rx : choices.rx)
    replace_stream(system, rx);
  system.images = choices.images;
  check_files(system);
  if (choices.seed) system.seed = *choices.seed;
  if (choices.until) system.stop = *choices.until;
  if (choices.fail_on) system.fail_on = *choices.fail_on;
  check_system(system);
  return system;
}

} // namespace ixp
