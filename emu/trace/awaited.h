// What the contexts of a chip wait for: a signal stands for the command that was issued with it
// last.
#pragma once

#include "emu/kernel/command_port.h"
#include "emu/kernel/event.h"
#include "mecc/image/image.h"

#include <array>
#include <string>

namespace ixp {

class Awaited {
public:
  void issued(const Event& e); // of EventKind::Issued
  // "sram[read]", "sig_rx (s3) and sram[read]", "" when the context only gave way. `image`, of its
  // program, knows names of signals; it may be null.
  std::string text(const Event& waits, const mecc::Image* image) const;
  // The same as a number, for tables of texts: equal for one instruction means the same text.
  uint64_t key(const Event& waits) const;

private:
  using Signals = std::array<uint8_t, 16>; // 1 + opcode; 0: no command has had the signal
  const Signals& of(const Event& e) const {
    return commands_[static_cast<unsigned>(e.me)][static_cast<unsigned>(e.ctx)];
  }
  std::array<std::array<Signals, kContexts>, kMicroengines> commands_{};
};

std::string command_text(mev2::Opcode op); // "sram[read]"

} // namespace ixp
