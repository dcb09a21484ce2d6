// The buses between units and transfer registers: S push and S pull, one longword a bus cycle, a
// pair for each cluster of four microengines (IXP2800 HRM p.35); D push and D pull, one pair for
// the chip. On the D buses a quadword takes bus.d_cycles_per_quadword to or from a microengine, and
// one bus cycle to or from the MSF, whose side is 64 bits wide (IXP2800 HRM p.204).
//
// A bus is a row of slots, a word taking one or several. A unit that knows when its words could
// move takes the first free slots from then on, up to some thousand slots ahead; later commands
// fill the gaps. A bus has no action of its own, so it is no agent. Latencies of units include
// the transfer over an idle bus; a reservation there adds nothing.
#pragma once

#include "emu/kernel/divisor.h"
#include "emu/kernel/in_flight.h"
#include "emu/kernel/params.h"
#include "emu/kernel/rare.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <numeric>

namespace ixp {

// Slots of one direction of one bus.
class BusSlots {
public:
  explicit BusSlots(Tick slot) : slot_(slot) {}

  // Reserves `slots` for `words` words: the first at or after `first`, the others `spacing` ticks
  // apart (at least a slot). Returns the delay of the last one by other traffic, in ticks; 0 for no
  // slots.
  Tick reserve(Tick first, unsigned slots, Tick spacing, unsigned words) {
    used_ += slots;
    words_ += words;
    if (spacing == slot() && take_row(first / slot_, slots)) [[likely]]
      return 0;
    return take_one_by_one(first, slots, spacing);
  }
  // One slot per word.
  Tick reserve(Tick first, unsigned words, Tick spacing) {
    return reserve(first, words, spacing, words);
  }

  Tick slot() const { return slot_.value(); } // ticks
  uint64_t words() const { return words_; }   // moved, including those of reservations ahead
  Tick busy() const { return used_ * slot(); }

private:
  // The window spans far more than the longest queue of any unit; older slots are dropped.
  static constexpr unsigned kWords = 128, kBits = 64;
  struct Word {
    uint64_t number = 0; // which 64 slots these are
    uint64_t taken = 0;
  };

  // Takes consecutive slots from `slot` on, if all are free and in one word; else none.
  bool take_row(uint64_t slot, unsigned words) {
    const uint64_t number = slot / kBits;
    const unsigned from = slot % kBits;
    Word& word = window_[number % kWords];
    if (from + words > kBits || words >= kBits || word.number > number) return false;
    if (word.number < number) word = {number, 0};
    const uint64_t row = ((uint64_t{1} << words) - 1) << from;
    if (word.taken & row) return false;
    word.taken |= row;
    return true;
  }
  IXP_RARE [[gnu::noinline]] Tick take_one_by_one(Tick first, unsigned slots, Tick spacing) {
    uint64_t free = 0, wanted = 0;
    for (unsigned i = 0; i < slots; ++i) {
      wanted = (first + i * spacing) / slot_;
      free = take_free(wanted > free ? wanted : free) + 1;
    }
    return slots == 0 ? 0 : (free - 1 - wanted) * slot();
  }
  uint64_t take_free(uint64_t slot) {
    while (true) {
      Word& word = window_[slot / kBits % kWords];
      if (word.number > slot / kBits) return slot; // dropped
      if (word.number < slot / kBits) word = {slot / kBits, 0};
      const uint64_t free = ~word.taken >> (slot % kBits);
      if (free) {
        slot += static_cast<unsigned>(std::countr_zero(free));
        word.taken |= uint64_t{1} << (slot % kBits);
        return slot;
      }
      slot = (slot / kBits + 1) * kBits;
    }
  }

  Divisor slot_;
  uint64_t used_ = 0; // slots
  std::array<Word, kWords> window_{};
  uint64_t words_ = 0;
};

class DataBus {
public:
  explicit DataBus(const Params& p)
      : s_push{BusSlots(p.clock_bus_div), BusSlots(p.clock_bus_div)},
        s_pull{BusSlots(p.clock_bus_div), BusSlots(p.clock_bus_div)}, bus_cycle(p.clock_bus_div),
        d_quadword(p.me(p.bus_d_cycles_per_quadword)), d_push(std::gcd(bus_cycle, d_quadword)),
        d_pull(d_push) {}

  std::array<BusSlots, 2> s_push, s_pull; // by cluster, longwords
  const Tick bus_cycle, d_quadword;       // ticks
  BusSlots d_push, d_pull;                // quadwords

  BusSlots& push(const Command& c) {
    return c.file == XferFile::S ? s_push[cluster_of(c.data_me)] : d_push;
  }
  BusSlots& pull(const Command& c) {
    return c.file == XferFile::S ? s_pull[cluster_of(c.data_me)] : d_pull;
  }
  // Ticks of a word of this command.
  Tick word(const Command& c) const { return c.file == XferFile::S ? bus_cycle : d_quadword; }
};

// Connections of a memory unit. Tests may omit some.
struct MemoryWiring {
  std::array<Requester*, kMicroengines> microengines{};
  const CommandTable* commands = nullptr;
  CommandPool* pool = nullptr;
  DataBus* data_bus = nullptr; // null: the buses are never busy
};

// Tick at which the last of `words` consecutive words has moved, if the first would at `first` on
// an idle bus. Each takes `length` ticks, a multiple of the bus's slot.
inline Tick last_word(BusSlots& bus, Tick first, unsigned words, Tick length) {
  if (words == 0) return first;
  unsigned slots = words;
  for (Tick more = length; more > bus.slot(); more -= bus.slot())
    slots += words;
  return first + (words - 1) * length + bus.reserve(first, slots, bus.slot(), words);
}
inline Tick last_word(BusSlots& bus, Tick first, unsigned words) {
  return last_word(bus, first, words, bus.slot());
}

// The same for the transfer registers of a command, in units that may have no bus: longwords on the
// S bus, quadwords on the D bus.
inline Tick push_slots(const MemoryWiring& w, const Command& c, Tick first, unsigned words) {
  return w.data_bus ? last_word(w.data_bus->push(c), first, words, w.data_bus->word(c)) : first;
}
inline Tick pull_slots(const MemoryWiring& w, const Command& c, Tick first, unsigned words) {
  return w.data_bus ? last_word(w.data_bus->pull(c), first, words, w.data_bus->word(c)) : first;
}
// Quadwords between DRAM and RBUF (pulled) or TBUF (pushed) share the D bus. `last`: tick of the
// last one on an idle bus. No word moves before tick 0.
inline Tick element_slots(const MemoryWiring& w, bool from_rbuf, Tick last, unsigned quadwords) {
  if (!w.data_bus || quadwords == 0) return last;
  BusSlots& bus = from_rbuf ? w.data_bus->d_pull : w.data_bus->d_push;
  const Tick length = w.data_bus->bus_cycle, before = (quadwords - 1) * length;
  return last_word(bus, last - std::min(last, before), quadwords, length);
}

} // namespace ixp
