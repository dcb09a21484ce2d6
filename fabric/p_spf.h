// P-SPF, preemptive short packets first (Li, Liu, Shi, Xu, Wu: Preemptive Packet-Mode Scheduling to
// Improve TCP Performance, IWQoS 2005).
//
// Short packets wait in one FIFO per input. In each step the head of each FIFO requests its output.
// Every requested output grants one input, in turn from its pointer OP_S on, which then moves past
// it. A long packet that such an output was receiving is interrupted for that step.
//
// Then long packets are matched, in iterations. Inputs that are not in the middle of a long packet
// request the outputs of all their queues' heads. Outputs that are receiving a long packet, or were
// requested for short ones, do not answer; the others grant in turn from OP_L on, which moves only
// if the grant is accepted. Inputs accept in turn from IP_L on. Both ports are busy from then on if
// the packet has more than one cell.
//
// Inputs request outputs for long packets even if they got a short grant: both matchings run in
// parallel. An input with both grants sends the short cell first. The output of its long packet is
// then idle for that step. So the maximum throughput is 1 - l (1 - 1/N) (1 - l/N)^(N-1) for l short
// cells offered per slot.
#pragma once

#include "fabric/islip.h"

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
  Islip long_;                                     // contains OP_L and IP_L
  Holds holds_;
};

} // namespace ixp::fabric
