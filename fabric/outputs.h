// The output side: reassembles cells into packets and sends packets on the line.
//
// Each output reassembles by class and input. In cell mode cells of several inputs alternate; in
// packet mode one long packet at a time is reassembled. Complete packets wait in two FIFOs. The
// line sends one cell per slot and each packet without a break, short packets first.
#pragma once

#include "fabric/packet.h"
#include "fabric/ports.h"

#include <array>
#include <vector>

namespace ixp::fabric {

class Outputs {
public:
  Outputs(unsigned ports, PacketPool& pool);

  void receive(unsigned output, const Cell& cell);
  // Activity of a line in one slot.
  struct Sent {
    bool cell = false;
    PacketId left = kNoPacket; // set with the packet's last cell
  };
  Sent send(unsigned output);

  uint64_t cells() const { return cells_; } // received and not sent
  uint64_t cells(unsigned output) const { return ports_[output].cells; }

private:
  struct Assembly {
    PacketId packet = kNoPacket;
    uint16_t cells = 0;
  };
  struct Port {
    std::array<std::array<Assembly, kMaxPorts>, 2> assembly; // indexed by class and input
    std::array<PacketQueue, 2> whole;                        // indexed by class
    PacketId sending = kNoPacket;
    uint16_t left = 0; // its cells still to send
    uint64_t cells = 0;
  };
  bool begin(Port& port);

  PacketPool& pool_;
  std::vector<Port> ports_;
  uint64_t cells_ = 0;
};

} // namespace ixp::fabric
