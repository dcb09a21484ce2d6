#include "fabric/maximum_size.h"

namespace ixp::fabric {

void MaximumSize::match(const InputBuffers& buffers, Lane lane, Ports inputs, Ports outputs, Slot,
                        Match& match) {
  const unsigned n = buffers.ports();
  std::array<Ports, kMaxPorts> wanted{};
  Ports any = 0;
  for_each(inputs, [&](unsigned i) { any |= wanted[i] = buffers.wanted(lane, i) & outputs; });
  if (!any) return;
  matching_.solve(std::span(wanted).first(n), static_cast<unsigned>(random_.below(n)));
  for_each(inputs, [&](unsigned i) {
    if (matching_.output_of(i) != kNone) match.add(i, matching_.output_of(i), lane);
  });
}

} // namespace ixp::fabric
