// What the contexts of a chip wait for: a signal stands for the command that was issued with it
// last.
#pragma once

#include "emu/chip/images.h"
#include "emu/kernel/event.h"
#include "emu/kernel/signal_commands.h"

#include <array>
#include <string>
#include <vector>

namespace ixp {

class Awaited {
public:
  explicit Awaited(const Images& images) : images_(images) {} // these know names of signals
  void issued(const Event& e) { commands(e).issued(e.command.op, e.command.signal); } // Issued

  // A number for what a context waits for (EventKind::Waits) at its instruction; ascending from 0.
  // It has issued no command since it does.
  uint32_t id(const Event& waits) {
    return id(static_cast<unsigned>(waits.me), static_cast<unsigned>(waits.pc),
              waits.context.wakeup, commands(waits));
  }
  // The same by somebody who knows the commands.
  uint32_t id(unsigned me, unsigned pc, uint32_t wakeup, const SignalCommands& commands);
  // "sram[read]", "sig_rx (s3) and sram[read]", "" when the context only gave way.
  const std::string& text(uint32_t id) const { return texts_[id]; }
  std::vector<uint32_t> ids_at(unsigned me, unsigned pc) const;

private:
  struct Known {
    uint64_t key;
    uint32_t id;
  };
  SignalCommands& commands(const Event& e) {
    return commands_[static_cast<size_t>(e.me)][static_cast<size_t>(e.ctx)];
  }
  // Equal for one instruction means the same text.
  static uint64_t key(const SignalCommands& commands, uint32_t wakeup);
  std::string make_text(unsigned me, unsigned pc, uint32_t wakeup,
                        const SignalCommands& commands) const;

  const Images& images_;
  std::array<std::array<SignalCommands, kContexts>, kMicroengines> commands_{};
  std::array<std::vector<std::vector<Known>>, kMicroengines> known_; // by address
  std::vector<std::string> texts_;                                   // by id
};

std::string command_text(mev2::Opcode op); // "sram[read]"

} // namespace ixp
