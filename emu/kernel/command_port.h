// The way out of a microengine, and the flags that come back in: what emu/me needs of the rest of
// the chip. The command bus implements CommandPort, the chip InputStates.
#pragma once

#include "emu/kernel/command.h"

#include <array>
#include <cstdint>

namespace ixp {

class CommandPort {
public:
  virtual ~CommandPort() = default;
  // The place for one more command in the command FIFO of this microengine (index 0..7), to be
  // filled in and posted; null when there is no room. Commands posted and not yet granted take
  // room, also those whose issue tick is still to come. After a "no", the bus calls
  // Requester::fifo_advanced() when it has granted one.
  virtual Command* place(unsigned me) = 0;
  // The command there is complete. Its `issued` is the tick of its instruction and may lie ahead of
  // kernel.now() by less than the lookahead; it may not be granted before `issued` + 1. Issue ticks
  // of one microengine ascend.
  virtual void post(unsigned me) = 0;

  bool has_room(unsigned me) { return place(me) != nullptr; }
  void post(const Command& c) {
    *place(c.me) = c;
    post(c.me);
  }
};

class InputStates {
public:
  virtual ~InputStates() = default;
  // scr_ring<n>_status (n = 0..11) as microengines see it at kernel.now().
  virtual bool scratch_ring_status(unsigned ring) const = 0;
  // fci_not_empty and fci_full: FCIFIFO holds a whole C-frame; it is above its mark.
  virtual bool fci_not_empty() const { return false; }
  virtual bool fci_full() const { return false; }
};

// Longwords that a command takes from, and delivers to, the transfer registers of `data_me`, from
// `xfer` on. Units pull and push exactly these: microengines count them to know which registers are
// in use. A push to registers of another microengine than the issuer's (indirect_ref) is announced
// there with expect_push() when the unit accepts the command.
inline unsigned words_pulled(const Command& c) {
  return mev2::info(c.op).pulled(c.count);
}
inline unsigned words_pushed(const Command& c) {
  return mev2::info(c.op).pushed(c.count);
}

} // namespace ixp
