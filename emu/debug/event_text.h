// Readable descriptions of ring and queue events.
#pragma once

#include "emu/record/frame_names.h"
#include "emu/sim/simulation.h"

#include <string>

namespace ixp::debug {

// "put of 2 longwords into ring RING_TX handle=0x10000 ..., frame p0.17"
std::string describe_ring(const Event& e, const Simulation& sim, const FrameNames& names);
// "enqueue of 0x80004000 in sram0 entry 3, 2 in it then, frame p0.17"
std::string describe_queue(const Event& e, const Simulation& sim, const FrameNames& names);

} // namespace ixp::debug
