// Counts long packets that are interrupted in a crossbar step.
#pragma once

#include "fabric/match.h"
#include "fabric/meter.h"

namespace ixp::fabric {

// Called after scheduling: a held pair has a packet in progress. `holds` is null if the scheduler
// holds no pairs.
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
