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
#pragma once

#include "fabric/match.h"

namespace ixp::fabric {

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

} // namespace ixp::fabric
