// The frame each context works on: the last one received, with a status word, from a ring or from a
// queue, until it is handed on. Microcode that fetches its next message early works on that frame
// from then on (journeys, emu/record/journey.h, use the same rule). Derived from events, so it must
// observe the run from the first cycle on.
#pragma once

#include "emu/kernel/command.h"
#include "emu/kernel/event.h"

#include <array>

namespace ixp::debug {

class FramesInHand {
public:
  static constexpr EventKinds kinds() {
    return {EventKind::Element, EventKind::Ring, EventKind::Queue};
  }
  void event(const Event& e); // these kinds only, in tick order
  // Frame at a tick whose events have all been received; 0: none, or too long ago.
  PacketTag at(unsigned me, unsigned ctx, Tick tick) const;

private:
  struct Change {
    Tick tick = 0;
    PacketTag tag = 0;
  };
  static constexpr unsigned kRemembered = 16; // exceeds the changes during a command
  struct Context {
    std::array<Change, kRemembered> changes{};
    unsigned count = 0;
  };
  void take(const Event& e, PacketTag tag);
  void give(const Event& e, PacketTag tag);

  std::array<std::array<Context, kContexts>, kMicroengines> contexts_{};
};

} // namespace ixp::debug
