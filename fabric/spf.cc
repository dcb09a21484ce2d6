#include "fabric/spf.h"

#include "fabric/modes.h"

namespace ixp::fabric {

void Spf::schedule(const InputBuffers& buffers, Slot now, Match& match) {
  const Ports all = first_ports(buffers.ports());
  short_.match(buffers, Lane::Short, all & ~holds_.inputs, all & ~holds_.outputs, now, match);
  resume(buffers, holds_, match);
  long_.match(buffers, Lane::Long, all & ~(holds_.inputs | match.inputs),
              all & ~(holds_.outputs | match.outputs), now, match);
  update(buffers, match, holds_);
}

} // namespace ixp::fabric
