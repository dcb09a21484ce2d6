#include "fabric/outputs.h"

#include <stdexcept>

namespace ixp::fabric {

Outputs::Outputs(unsigned ports, PacketPool& pool) : pool_(pool), ports_(ports) {}

void Outputs::receive(unsigned output, const Cell& cell) {
  Port& port = ports_[output];
  const Packet& p = pool_[cell.packet];
  Assembly& assembly = port.assembly[static_cast<size_t>(p.of)][p.input];
  if (cell.index == 0) assembly = {cell.packet, 0};
  ++assembly.cells;
  ++port.cells;
  ++cells_;
  if (!cell.last) return;
  if (assembly.packet != cell.packet || assembly.cells != p.cells)
    throw std::logic_error("an output put cells of several packets together");
  port.whole[static_cast<size_t>(p.of)].push(pool_, cell.packet);
}

bool Outputs::begin(Port& port) {
  for (PacketQueue& queue : port.whole) { // short packets first
    if (queue.empty()) continue;
    port.sending = queue.pop(pool_);
    port.left = pool_[port.sending].cells;
    return true;
  }
  return false;
}

Outputs::Sent Outputs::send(unsigned output) {
  Port& port = ports_[output];
  if (port.left == 0 && !begin(port)) return {};
  --port.cells;
  --cells_;
  --port.left;
  return {true, port.left > 0 ? kNoPacket : port.sending};
}

} // namespace ixp::fabric
