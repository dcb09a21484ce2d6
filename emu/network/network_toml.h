// network.toml: chips, links, common time reference and end of the run; docs/network.md describes
// the keys.
#pragma once

#include "emu/network/network.h"
#include "emu/sim/choices.h"

#include <string>
#include <vector>

namespace ixp {

// Whether `path` is a file with a [network] table.
bool is_network(const std::string& path);
// Reads the file and the system files that it names. Throws InputError file:line:column.
NetworkConfig read_network(const std::string& path, std::vector<std::string> overrides = {});
// The same, with choices as for one system. Throws InputError for choices of one chip, too.
NetworkConfig load_network(const SystemChoices& choices);

} // namespace ixp
