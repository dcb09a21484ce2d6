// Two logs of one port, frame by frame.
#pragma once

#include "emu/observe/port_log.h"
#include "tools/ixplog/diff.h"

#include <functional>
#include <map>
#include <set>
#include <string>

namespace ixp {

// Where frames came in, of those that are shown: "received on port 0, cycles 0 to 288".
using Arrivals = std::function<std::map<FrameName, std::string>(const std::set<FrameName>&)>;

// As far as frames are paired in step, no more than a pair is kept of the logs. InputError when
// content is to be compared and a log has none.
LogDifference diff_frames(const Input& golden, const Input& fresh, const DiffOptions& options,
                          const Arrivals& arrivals);

} // namespace ixp
