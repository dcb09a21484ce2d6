// Two logs of one port, frame by frame.
#pragma once

#include "emu/observe/port_log.h"
#include "tools/ixplog/diff.h"

#include <map>
#include <string>

namespace ixp {

// Where frames came in: tag -> "received on port 0, cycles 0 to 288".
using ArrivalText = std::map<std::string, std::string>;

// `name` of both is the path shown. InputError when content is to be compared and a log has none.
LogDifference diff_frames(const PortLog& golden, const PortLog& fresh, const DiffOptions& options,
                          const ArrivalText& arrivals);

} // namespace ixp
