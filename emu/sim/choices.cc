#include "emu/sim/choices.h"

namespace ixp {

SystemConfig load_system(const SystemChoices& choices) {
  SystemConfig system = read_system(choices.system, choices.overrides);
  for (const std::string& rx : choices.rx)
    replace_stream(system, rx);
  check_files(system);
  system.images = choices.images;
  if (choices.seed) system.seed = *choices.seed;
  if (choices.until) system.stop = *choices.until;
  if (choices.fail_on) system.fail_on = *choices.fail_on;
  check_system(system);
  return system;
}

} // namespace ixp
