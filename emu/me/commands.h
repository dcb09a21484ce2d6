// The issue of a command, inlined in its handlers.
#pragma once

#include "emu/me/core.h"
#include "emu/me/outstanding.h"

namespace ixp::me {

[[gnu::always_inline]] inline void Core::send(const CommandWord& w, uint32_t address,
                                              uint32_t result) {
  Command& c = fifo->next();
  c = w.command;
  c.ctx = static_cast<uint8_t>(s.running);
  c.xfer = static_cast<uint8_t>((ctx16() + w.xfer) % kFile);
  c.address += address; // one that names a CSR has no operands
  c.pc = pc;
  c.issued = tick();
  if (w.uses_result) [[unlikely]] {
    use_result(w, c, result);
  } else {
    outstanding::count_up(&s.outstanding[w.to], c.xfer, w.pushed);
    outstanding::count_up(&s.outstanding[w.from], c.xfer, w.pulled);
  }
  if (watch.on()) [[unlikely]]
    watch.issued(c, s.running);
  fifo->post();
}

} // namespace ixp::me
