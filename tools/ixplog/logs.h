// Port logs on disk: one file, or all of a run's folder.
#pragma once

#include "emu/observe/port_log.h"

#include <string>
#include <vector>

namespace ixp {

// Files stay; a folder becomes its port*.log, by name. InputError when a path is not there, or a
// folder has none.
std::vector<std::string> log_files(const std::vector<std::string>& paths);

} // namespace ixp
