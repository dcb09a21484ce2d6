// P-SPF, preemptive short packets first (Li, Liu, Shi, Xu, Wu: Preemptive Packet-Mode Scheduling to
// Improve TCP Performance, IWQoS 2005).
//
// Picture a road with a lane for ambulances. Short packets wait in one FIFO an input. In each step
// its head asks for its output, and every output that is asked lets one through, in turn from its
// pointer OP_S on, which then moves past it. Whatever long packet such an output was receiving
// stands still for that step.
//
// Then long packets, in rounds: inputs that receive no packet's end to wait for ask for the heads
// of all their queues; outputs that are busy with a packet, or were asked by short ones, do not
// answer; the others grant in turn from OP_L on, which moves only if the grant is accepted; inputs
// accept in turn from IP_L on. Both are busy from then on, if the packet has more than one cell.
//
// Inputs ask for long packets even when they got a short grant: the rounds go on side by side. One
// that got both sends the short cell first. The output of its long packet then stands idle for that
// step; this is what makes the most throughput 1 - l (1 - 1/N) (1 - l/N)^(N-1), l short cells
// offered a slot.
#pragma once

#include "emu/fabric/islip.h"

namespace ixp::fabric {

class Pspf : public Scheduler {
public:
  Pspf(unsigned ports, unsigned iterations) : long_(ports, iterations, Islip::Move::Always) {}
  void schedule(const InputBuffers& buffers, Slot now, Match& match) override;
  const Holds* holds() const override { return &holds_; }

private:
  void short_round(const InputBuffers& buffers, Match& match);
  void long_round(const InputBuffers& buffers, Slot now, Match& match);

  std::array<uint8_t, kMaxPorts> short_pointer_{}; // OP_S
  Islip long_;                                     // with OP_L and IP_L
  Holds holds_;
};

} // namespace ixp::fabric
