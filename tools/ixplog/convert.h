// ixplog to-pcapng: port logs as one pcapng file, an interface for each log, frames by time.
#pragma once

#include "tools/ixplog/logs.h"

#include <string>

namespace ixp {

// InputError as check_one_run(), and when a log has frames that end before an earlier one.
void write_pcapng(OpenLogs logs, const std::string& path);

} // namespace ixp
