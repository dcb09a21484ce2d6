// network.toml: chips, links, the common time reference, the end. docs/network.md describes it.
#pragma once

#include "emu/network/network.h"

#include <string>
#include <vector>

namespace ixp {

// Whether it is a file that has [network].
bool is_network(const std::string& path);
// Reads it and the system files it names. Throws InputError file:line:column.
NetworkConfig read_network(const std::string& path, std::vector<std::string> overrides = {});

} // namespace ixp
