// ixplog delay of a network (docs/network.md): from the last byte at the first chip to the last
// byte that leaves the network, from the frames.log of each chip.
#pragma once

#include "tools/ixplog/delay.h"

#include <string>

namespace ixp {

// Whether `folder` is the --out of a network.
bool is_network_run(const std::string& folder);

// Summaries by port of departure ("A.0"), of all frames, and by path ("B>A>D"). The report's clock
// has 10^9 Hz: a cycle is a nanosecond. Options other than flows apply. Throws InputError if a log
// is missing, invalid, or has another number of frames than network.json.
DelayReport measure_network_delay(const std::string& folder, const DelayOptions& options);

} // namespace ixp
