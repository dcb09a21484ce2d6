// The way out of a microengine, and the flags that come back in: what emu/me needs of the rest of
// the chip. The command bus implements CommandPort, the scratchpad's rings InputStates.
#pragma once

#include "emu/kernel/command.h"

#include <cstdint>

namespace ixp {

class CommandPort {
public:
  virtual ~CommandPort() = default;
  // Room for one more command in the command FIFO of this microengine (index 0..7)? Commands
  // posted and not yet granted take room, also those whose issue tick is still to come. After a
  // "no", the bus calls Requester::fifo_advanced() when it has granted one.
  virtual bool has_room(unsigned me) const = 0;
  // Takes a command. `c.issued` is the tick of its instruction and may lie ahead of kernel.now()
  // by less than the lookahead; it may not be granted before `c.issued` + 1. Issue ticks of one
  // microengine ascend.
  virtual void post(const Command& c) = 0;
};

class InputStates {
public:
  virtual ~InputStates() = default;
  // scr_ring<n>_status (n = 0..11) as microengines see it at kernel.now().
  virtual bool scratch_ring_status(unsigned ring) const = 0;
};

// Registers a command will take from, or deliver to, the transfer registers of `data_me`, from
// `xfer` on. Units pull and push exactly as many words: microengines count them to know which
// registers are in use. A push to registers of another microengine than the issuer's (indirect_ref)
// is announced there with expect_push() when the unit accepts the command.
unsigned words_pulled(const Command& c);
unsigned words_pushed(const Command& c);

} // namespace ixp
