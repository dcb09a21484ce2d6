// Port logs on disk: one file, or all of a run's folder.
#pragma once

#include "emu/observe/port_log.h"

#include <string>
#include <vector>

namespace ixp {

// Files stay; a folder becomes its port*.log, packed or not, by name. InputError when a path is not
// there, or a folder has none.
std::vector<std::string> log_files(const std::vector<std::string>& paths);

// InputError unless all are of one run, of one clock and ended together.
void check_one_run(const std::vector<PortLog>& logs);
// Those that log_files() names.
std::vector<PortLog> read_logs(const std::vector<std::string>& paths);

} // namespace ixp
