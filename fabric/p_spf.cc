#include "fabric/p_spf.h"

#include "fabric/modes.h"

namespace ixp::fabric {

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
