// The output side: cells become packets again, packets leave on the line.
//
// Each output puts cells together by class and by the input they came from; in cell mode cells of
// several inputs alternate, in packet mode one long packet at a time is put together. Whole packets
// wait in two FIFOs. The line sends a cell in a slot and whole packets without a break, short ones
// first.
#pragma once

#include "emu/fabric/packet.h"
#include "emu/fabric/ports.h"

#include <array>
#include <vector>

namespace ixp::fabric {

class Outputs {
public:
  Outputs(unsigned ports, PacketPool& pool);

  void receive(unsigned output, const Cell& cell);
  // One slot of a line.
  struct Sent {
    bool cell = false;
    PacketId left = kNoPacket; // the packet whose last cell it is
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
    std::array<std::array<Assembly, kMaxPorts>, 2> assembly; // by class and input
    std::array<PacketQueue, 2> whole;                        // by class
    PacketId sending = kNoPacket;
    uint16_t left = 0; // cells of it
    uint64_t cells = 0;
  };
  bool begin(Port& port);

  PacketPool& pool_;
  std::vector<Port> ports_;
  uint64_t cells_ = 0;
};

} // namespace ixp::fabric
