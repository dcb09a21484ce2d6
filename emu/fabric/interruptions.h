// Long packets that are interrupted in a step of the crossbar.
#pragma once

#include "emu/fabric/match.h"
#include "emu/fabric/meter.h"

namespace ixp::fabric {

// After scheduling: pairs that are held have a packet that goes on. Null: none are.
inline void note_interruptions(const Holds* holds, const Match& match, const InputBuffers& buffers,
                               Batch& batch) {
  if (!holds) return;
  for_each(holds->inputs, [&](unsigned i) {
    const unsigned j = holds->output[i];
    const bool goes_on =
        match.inputs & bit(i) && match.output[i] == j && match.lane[i] == Lane::Long;
    if (goes_on || !buffers.has_cell(Lane::Long, i, j)) return;
    ++batch.interrupted;
    batch.idle += !(match.outputs & bit(j));
  });
}

} // namespace ixp::fabric
