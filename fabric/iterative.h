// Matching by requests, grants and accepts in iterations: iSLIP, SPF and P-SPF.
#pragma once

#include "fabric/match.h"

namespace ixp::fabric {

// iSLIP (McKeown, IEEE/ACM Transactions on Networking 7(2), 1999).
//
// Each iteration has three phases. Each unmatched input requests every output for which it has a
// cell. Each unmatched output grants the first requesting input at or after its pointer. Each input
// accepts the first granting output at or after its own pointer. A new pair moves both pointers one
// beyond the partner. So the port just served has the lowest priority next, and outputs that
// granted the same input move apart.
//
// Pointers move in the first iteration only; this guarantees that every request is granted
// eventually, and no queue starves. P-SPF's rules have no such limit; Move::Always is for it.
class Islip : public Matcher {
public:
  enum class Move : uint8_t { InFirstRound, Always };
  Islip(unsigned ports, unsigned iterations, Move move = Move::InFirstRound)
      : ports_(ports), iterations_(iterations), move_(move) {}
  void match(const InputBuffers& buffers, Lane lane, Ports inputs, Ports outputs, Slot now,
             Match& match) override;

private:
  struct Grants {
    Ports inputs = 0; // inputs with a grant
    std::array<Ports, kMaxPorts> outputs;
  };
  void grant(const InputBuffers& buffers, Lane lane, Ports inputs, Ports outputs, Grants& grants);
  uint8_t behind(unsigned port) const {
    return static_cast<uint8_t>(port + 1 == ports_ ? 0 : port + 1);
  }

  unsigned ports_, iterations_;
  Move move_;
  std::array<uint8_t, kMaxPorts> grant_{}, accept_{}; // pointers of outputs; of inputs
};

// SPF, short packets first, without preemption (after Li, Liu, Computer Communications 28(11),
// 2005, of which only the abstract was available: it has per-output queues for short packets; the
// iterations are our choice).
//
// Short packets wait in virtual output queues of their own and are matched first, but only among
// ports that no long packet holds; then long packets among the remaining ports. Both use iSLIP,
// each with its own pointers.
class Spf : public Scheduler {
public:
  Spf(unsigned ports, unsigned iterations) : short_(ports, iterations), long_(ports, iterations) {}
  void schedule(const InputBuffers& buffers, Slot now, Match& match) override;
  const Holds* holds() const override { return &holds_; }

private:
  Islip short_, long_;
  Holds holds_;
};

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
