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
  void issued(const Event& e);                                // of EventKind::Issued

  // A number for what a context waits for (EventKind::Waits) at its instruction; ascending from 0.
  uint32_t id(const Event& waits);
  // "sram[read]", "sig_rx (s3) and sram[read]", "" when the context only gave way.
  const std::string& text(uint32_t id) const { return texts_[id]; }
  std::vector<uint32_t> ids_at(unsigned me, unsigned pc) const;

private:
  using Signals = std::array<uint8_t, 16>; // 1 + opcode; 0: no command has had the signal
  struct Known {
    uint64_t key;
    uint32_t id;
  };
  const Signals& of(const Event& e) const {
    return commands_[static_cast<unsigned>(e.me)][static_cast<unsigned>(e.ctx)];
  }
  uint64_t key(const Event& waits) const; // equal for one instruction means the same text
  std::string make_text(const Event& waits) const;

  const Images& images_;
  std::array<std::array<Signals, kContexts>, kMicroengines> commands_{};
  std::array<std::vector<std::vector<Known>>, kMicroengines> known_; // by address
  std::vector<std::string> texts_;                                   // by id
};

std::string command_text(mev2::Opcode op); // "sram[read]"

} // namespace ixp
