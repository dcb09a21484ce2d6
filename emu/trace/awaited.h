// What the contexts of a chip wait for: a signal stands for the command that was issued with it
// last.
#pragma once

#include "emu/chip/images.h"
#include "emu/kernel/command_port.h"
#include "emu/kernel/event.h"

#include <array>
#include <string>
#include <vector>

namespace ixp {

class Awaited {
public:
  explicit Awaited(const Images& images) : images_(images) {} // these know names of signals
  struct Context {
    unsigned me, number;
  };
  void issued(const Event& e) { // of EventKind::Issued
    issued(context(e), e.command.op, e.command.signal);
  }
  void issued(Context by, mev2::Opcode op, unsigned signal) {
    if (signal == 0) return;
    Signals& s = commands_[by.me][by.number];
    s[signal] = static_cast<uint8_t>(static_cast<unsigned>(op) + 1);
    if (shape_of(op).two_signals) s[signal ^ 1u] = s[signal];
  }

  // A number for what a context waits for (EventKind::Waits) at its instruction; ascending from 0.
  // It has issued no command since it does.
  uint32_t id(const Event& waits) {
    return id(context(waits), static_cast<unsigned>(waits.pc), waits.context.wakeup);
  }
  uint32_t id(Context who, unsigned pc, uint32_t wakeup);
  // "sram[read]", "sig_rx (s3) and sram[read]", "" when the context only gave way.
  const std::string& text(uint32_t id) const { return texts_[id]; }
  std::vector<uint32_t> ids_at(unsigned me, unsigned pc) const;

private:
  using Signals = std::array<uint8_t, 16>; // 1 + opcode; 0: no command has had the signal
  struct Known {
    uint64_t key;
    uint32_t id;
  };
  static Context context(const Event& e) {
    return {static_cast<unsigned>(e.me), static_cast<unsigned>(e.ctx)};
  }
  // Equal for one instruction means the same text.
  static uint64_t key(const Signals& commands, uint32_t wakeup);
  std::string make_text(Context who, unsigned pc, uint32_t wakeup) const;

  const Images& images_;
  std::array<std::array<Signals, kContexts>, kMicroengines> commands_{};
  std::array<std::vector<std::vector<Known>>, kMicroengines> known_; // by address
  std::vector<std::string> texts_;                                   // by id
};

std::string command_text(mev2::Opcode op); // "sram[read]"

} // namespace ixp
