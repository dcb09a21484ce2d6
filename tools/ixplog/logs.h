// Port logs on disk: one file, or all of a run's folder.
#pragma once

#include "emu/observe/port_log.h"

#include <string>
#include <vector>

namespace ixp {

// Files stay; a folder becomes its port*.log, packed or not, by name. InputError when a path is not
// there, or a folder has none.
std::vector<std::string> log_files(const std::vector<std::string>& paths);

// The logs of a run, open, to be read frame by frame: those that are long need not be in memory.
using OpenLogs = std::vector<PortLogReader>;
OpenLogs open_logs(const std::vector<std::string>& paths); // those that log_files() names

// InputError unless all are of one run and one clock, each of another port or direction, and, when
// all frames were read, ended together.
void check_one_run(const OpenLogs& logs);
void check_one_run(const std::string& name, const PortLogHeader& h, const std::string& first_name,
                   const PortLogHeader& first);

} // namespace ixp
