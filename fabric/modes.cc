#include "fabric/modes.h"

namespace ixp::fabric {

void resume(const InputBuffers& buffers, const Holds& holds, Match& match) {
  for_each(holds.inputs & ~match.inputs, [&](unsigned i) {
    const unsigned j = holds.output[i];
    if (!(match.outputs & bit(j)) && buffers.has_cell(Lane::Long, i, j))
      match.add(i, j, Lane::Long);
  });
}

void update(const InputBuffers& buffers, const Match& match, Holds& holds) {
  for_each(match.inputs, [&](unsigned i) {
    if (match.lane[i] != Lane::Long) return;
    if (buffers.left(Lane::Long, i, match.output[i]) > 1)
      holds.hold(i, match.output[i]);
    else if (holds.inputs & bit(i))
      holds.release(i);
  });
}

void CellMode::schedule(const InputBuffers& buffers, Slot now, Match& match) {
  const Ports all = first_ports(buffers.ports());
  matcher_->match(buffers, Lane::Long, all, all, now, match);
}

void PacketMode::schedule(const InputBuffers& buffers, Slot now, Match& match) {
  const Ports all = first_ports(buffers.ports());
  resume(buffers, holds_, match);
  matcher_->match(buffers, Lane::Long, all & ~holds_.inputs, all & ~holds_.outputs, now, match);
  update(buffers, match, holds_);
}

void Preemptive::schedule(const InputBuffers& buffers, Slot now, Match& match) {
  const Ports all = first_ports(buffers.ports());
  short_->match(buffers, Lane::Short, all, all, now, match);
  resume(buffers, holds_, match);
  long_->match(buffers, Lane::Long, all & ~(holds_.inputs | match.inputs),
               all & ~(holds_.outputs | match.outputs), now, match);
  update(buffers, match, holds_);
}

} // namespace ixp::fabric
