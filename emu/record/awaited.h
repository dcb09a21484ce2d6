// Text for the events that contexts wait for: a signal is described by the last command issued with
// it.
#pragma once

#include "emu/chip/images.h"
#include "emu/kernel/context_diary.h"
#include "emu/kernel/event.h"

#include <array>
#include <string>
#include <vector>

namespace ixp {

class Awaited {
public:
  explicit Awaited(const Images& images) : images_(images) {} // images contain the names of signals
  // for EventKind::Issued
  void issued(const Event& e) { commands(e).issued(e.command.op, e.command.signal); }

  // Id of the events that a context waits for (EventKind::Waits) at its instruction; ids ascend
  // from 0. Call before the context issues another command.
  uint32_t id(const Event& waits) {
    return id(static_cast<unsigned>(waits.me), static_cast<unsigned>(waits.pc),
              waits.context.wakeup, commands(waits));
  }
  // The same for callers that track commands themselves.
  uint32_t id(unsigned me, unsigned pc, uint32_t wakeup, const SignalCommands& commands);
  // "sram[read]", "sig_rx (s3) and sram[read]"; "" if the context only yielded.
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
  // Equal keys at the same instruction imply equal texts.
  static uint64_t key(const SignalCommands& commands, uint32_t wakeup);
  std::string make_text(unsigned me, unsigned pc, uint32_t wakeup,
                        const SignalCommands& commands) const;

  const Images& images_;
  std::array<std::array<SignalCommands, kContexts>, kMicroengines> commands_{};
  std::array<std::vector<std::vector<Known>>, kMicroengines> known_; // indexed by address
  std::vector<std::string> texts_;                                   // indexed by id
};

std::string command_text(mev2::Opcode op); // "sram[read]"

} // namespace ixp
