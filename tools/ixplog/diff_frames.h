// Compares two logs of one port, frame by frame.
#pragma once

#include "emu/record/port_log.h"
#include "tools/ixplog/diff.h"

#include <functional>
#include <map>
#include <set>
#include <string>

namespace ixp {

// Looks up arrivals of frames for display: "received on port 0, cycles 0 to 288".
using Arrivals = std::function<std::map<FrameName, std::string>(const std::set<FrameName>&)>;

// While frames are paired at equal positions, only one pair is in memory. Throws InputError if
// content is to be compared and a log has none.
LogDifference diff_frames(const Input& golden, const Input& fresh, const DiffOptions& options,
                          const Arrivals& arrivals);

} // namespace ixp
