#include "fabric/islip.h"

namespace ixp::fabric {

void Islip::grant(const InputBuffers& buffers, Lane lane, Ports inputs, Ports outputs,
                  Grants& grants) {
  grants.inputs = 0;
  for_each(outputs, [&](unsigned j) {
    const Ports asking = buffers.asking(lane, j) & inputs;
    if (!asking) return;
    const unsigned i = first_from(asking, grant_[j]);
    if (!(grants.inputs & bit(i))) grants.outputs[i] = 0;
    grants.inputs |= bit(i);
    grants.outputs[i] |= bit(j);
  });
}

void Islip::match(const InputBuffers& buffers, Lane lane, Ports inputs, Ports outputs, Slot,
                  Match& match) {
  Grants grants;
  for (unsigned round = 0; round < iterations_; ++round) {
    grant(buffers, lane, inputs, outputs, grants);
    if (!grants.inputs) return;
    for_each(grants.inputs, [&](unsigned i) {
      const unsigned j = first_from(grants.outputs[i], accept_[i]);
      match.add(i, j, lane);
      outputs &= ~bit(j);
      if (round > 0 && move_ == Move::InFirstRound) return;
      grant_[j] = behind(i);
      accept_[i] = behind(j);
    });
    inputs &= ~grants.inputs;
  }
}

} // namespace ixp::fabric
