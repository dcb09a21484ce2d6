#include "emu/sim/choices.h"

#include "base/diagnostic.h"
#include "base/files.h"

#include <fmt/format.h>
#include <set>

namespace ixp {

SystemConfig load_system(const SystemChoices& choices) {
  // Streams and sources that options replace need not exist.
  SystemConfig system =
      parse_system(read_file(choices.system), choices.system, read_named_file, choices.overrides);
  std::set<unsigned> replaced;
  for (const std::string& rx : choices.rx)
    if (const unsigned port = replace_stream(system, rx); !replaced.insert(port).second)
      throw InputError(fmt::format("--rx {}: port {} receives another --rx already; expected one "
                                   "for each port",
                                   rx, port));
  system.images = choices.images;
  check_files(system);
  if (choices.seed) system.seed = *choices.seed;
  if (choices.until) system.stop = *choices.until;
  if (choices.fail_on) system.fail_on = *choices.fail_on;
  check_system(system);
  return system;
}

} // namespace ixp
