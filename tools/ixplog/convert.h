// ixplog to-pcapng: port logs as one pcapng file, an interface for each log, frames by time.
#pragma once

#include "emu/observe/port_log.h"

#include <string>
#include <vector>

namespace ixp {

// InputError when two logs are of the same port and direction, or of different clocks.
void write_pcapng(const std::vector<PortLog>& logs, const std::string& path);

} // namespace ixp
