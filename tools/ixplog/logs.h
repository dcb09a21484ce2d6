// Port logs on disk: single files, or all of a run's folder.
#pragma once

#include "emu/record/port_log.h"

#include <string>
#include <vector>

namespace ixp {

// Replaces each folder by its port*.log, compressed or not, by name. Throws InputError if a path
// does not exist, or a folder has no logs.
std::vector<std::string> log_files(const std::vector<std::string>& paths);

// The open logs of a run, read frame by frame: long ones need not fit in memory.
using OpenLogs = std::vector<PortLogReader>;
OpenLogs open_logs(const std::vector<std::string>& paths); // as listed by log_files()

// Throws InputError unless all logs are of one run and one clock, of distinct ports or directions,
// and, once all frames are read, ended together.
void check_one_run(const OpenLogs& logs);
void check_one_run(const std::string& name, const PortLogHeader& h, const std::string& first_name,
                   const PortLogHeader& first);

// Writes port logs as one pcapng file, one interface per log, frames by time (convert.cc). Throws
// InputError like check_one_run(), and if a frame of a log ends before an earlier one.
void write_pcapng(OpenLogs logs, const std::string& path);

} // namespace ixp
