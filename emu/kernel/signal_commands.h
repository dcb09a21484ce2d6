// The command last issued with each signal of a context.
#pragma once

#include "emu/kernel/command.h"

#include <array>
#include <cstdint>

namespace ixp {

class SignalCommands {
public:
  void issued(mev2::Opcode op, unsigned signal) {
    if (signal == 0) return;
    by_signal_[signal] = static_cast<uint8_t>(static_cast<unsigned>(op) + 1);
    if (mev2::info(op).two_signals) by_signal_[signal ^ 1u] = by_signal_[signal];
  }
  // 1 + opcode; 0: no command has used the signal.
  uint8_t operator[](unsigned signal) const { return by_signal_[signal]; }

private:
  std::array<uint8_t, 16> by_signal_{};
};

} // namespace ixp
