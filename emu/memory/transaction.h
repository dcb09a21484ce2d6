// A command on its way through a unit, from the grant until its microengine has what it asked for:
// the one record that is filled in when the unit takes the command and never copied.
#pragma once

#include "emu/kernel/command.h"
#include "emu/kernel/command_table.h"

#include <array>
#include <cstdint>

namespace ixp {

// The unit fills in `effect`, when words are pulled and memory is read or changed; `done`, not
// earlier, when words are pushed and signals set (kNever: the effect is all there is); `to`,
// `pushes`. The other fields of a Completion are MemoryUnit's.
struct Transaction : Completion {
  static constexpr unsigned kMaxWords = 32;

  Command command;
  Registers from; // of the words that are pulled, as `to`: the command's own, if the unit names no
                  // others
  uint8_t pulls = 0; // longwords
  Signals signals = Signals::One;
  uint8_t kind = 0; // what the unit likes to remember
  // The words of `from`, `to` are not those that the issuer counted when it issued the command.
  bool announce_pulls = false, announce_pushes = false;
  bool ends_in_step = false; // MemoryUnit::finished() at the tick
  bool visible = false;      // other units see the effect at the tick
  bool done_last = false;    // where that is the tick of the effect: behind effects of others

  // MemoryUnit keeps these.
  bool told = false;      // the microengine knows of `done` and takes its words by complete()
  bool pulled = false;    // its words are in `words`
  bool performed = false; // the effect has happened
  bool completed = false; // complete() was called
  bool in_use = false;
  bool ends_later() const { return done != kNever && (done != effect || done_last); }
  Transaction* next_free = nullptr;
  std::array<uint32_t, kMaxWords> words; // pulled, then to be pushed
};

} // namespace ixp
