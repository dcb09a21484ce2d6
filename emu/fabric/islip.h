// iSLIP (McKeown, IEEE/ACM Transactions on Networking 7(2), 1999).
//
// Picture a dance with as many rounds as there are iterations. Each input that has no partner yet
// asks every output it has a cell for. Each output without a partner grants the one of them that
// comes first from its pointer on; each input accepts the one of its grants that comes first from
// its own pointer on. A pair that finds itself moves both pointers one beyond the partner, so that
// whoever was served is last in line, and outputs that agreed on one input drift apart.
//
// Pointers move in the first round only: what was asked for in it is granted in the end, and nobody
// starves. P-SPF's rules have no such limit; Move::Always is for it.
#pragma once

#include "emu/fabric/match.h"

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
    Ports inputs = 0; // that got some
    std::array<Ports, kMaxPorts> outputs;
  };
  void grant(const InputBuffers& buffers, Lane lane, Ports inputs, Ports outputs, Grants& grants);
  uint8_t behind(unsigned port) const {
    return static_cast<uint8_t>(port + 1 == ports_ ? 0 : port + 1);
  }

  unsigned ports_, iterations_;
  Move move_;
  std::array<uint8_t, kMaxPorts> grant_{}, accept_{}; // pointers of outputs, of inputs
};

} // namespace ixp::fabric
