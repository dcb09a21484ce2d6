// SPF, short packets first, without preemption (after Li, Liu, Computer Communications 28(11),
// 2005, of which only the abstract was at hand: per-output queues for short packets, too; how its
// rounds go is our choice).
//
// Picture the same road as P-SPF's without the right to overtake: short packets wait in virtual
// output queues of their own and are matched first, but only among ports that no long packet holds;
// then long packets among the ports left. Both by iSLIP, each with pointers of its own.
#pragma once

#include "emu/fabric/islip.h"

namespace ixp::fabric {

class Spf : public Scheduler {
public:
  Spf(unsigned ports, unsigned iterations) : short_(ports, iterations), long_(ports, iterations) {}
  void schedule(const InputBuffers& buffers, Slot now, Match& match) override;
  const Holds* holds() const override { return &holds_; }

private:
  Islip short_, long_;
  Holds holds_;
};

} // namespace ixp::fabric
