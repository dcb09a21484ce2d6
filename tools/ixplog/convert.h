// ixplog to-pcapng: writes port logs as one pcapng file, one interface per log, frames by time.
#pragma once

#include "tools/ixplog/logs.h"

#include <string>

namespace ixp {

// Throws InputError like check_one_run(), and if a frame of a log ends before an earlier one.
void write_pcapng(OpenLogs logs, const std::string& path);

} // namespace ixp
