#include "fabric/iterative.h"

#include "fabric/modes.h"

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

void Spf::schedule(const InputBuffers& buffers, Slot now, Match& match) {
  const Ports all = first_ports(buffers.ports());
  short_.match(buffers, Lane::Short, all & ~holds_.inputs, all & ~holds_.outputs, now, match);
  resume(buffers, holds_, match);
  long_.match(buffers, Lane::Long, all & ~(holds_.inputs | match.inputs),
              all & ~(holds_.outputs | match.outputs), now, match);
  update(buffers, match, holds_);
}

void Pspf::short_round(const InputBuffers& buffers, Match& match) {
  for (unsigned j = 0; j < buffers.ports(); ++j) {
    const Ports asking = buffers.asking(Lane::Short, j);
    if (!asking) continue;
    const unsigned i = first_from(asking, short_pointer_[j]);
    short_pointer_[j] = static_cast<uint8_t>((i + 1) % buffers.ports());
    match.add(i, j, Lane::Short); // the head of a FIFO requests one output, so no input gets two
                                  // grants
  }
}

void Pspf::long_round(const InputBuffers& buffers, Slot now, Match& match) {
  const Ports all = first_ports(buffers.ports());
  Match begun;
  long_.match(buffers, Lane::Long, all & ~holds_.inputs, all & ~(holds_.outputs | match.outputs),
              now, begun);
  for_each(begun.inputs, [&](unsigned i) {
    if (buffers.left(Lane::Long, i, begun.output[i]) > 1) holds_.hold(i, begun.output[i]);
    if (!(match.inputs & bit(i))) match.add(i, begun.output[i], Lane::Long);
  });
}

void Pspf::schedule(const InputBuffers& buffers, Slot now, Match& match) {
  short_round(buffers, match);
  resume(buffers, holds_, match);
  long_round(buffers, now, match);
  update(buffers, match, holds_);
}

} // namespace ixp::fabric
