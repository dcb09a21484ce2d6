// SPF, short packets first, without preemption (after Li, Liu, Computer Communications 28(11),
// 2005, of which only the abstract was available: it has per-output queues for short packets; the
// iterations are our choice).
//
// Short packets wait in virtual output queues of their own and are matched first, but only among
// ports that no long packet holds; then long packets among the remaining ports. Both use iSLIP,
// each with its own pointers.
#pragma once

#include "fabric/islip.h"

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
