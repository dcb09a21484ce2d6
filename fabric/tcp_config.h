// [tcp] of FABRIC.toml.
#pragma once

#include "config/toml_tree.h"
#include "fabric/tcp_hosts.h"

namespace ixp::fabric {

// Throws InputError at the position of the error.
TcpConfig read_tcp(TomlTable& table);

} // namespace ixp::fabric
