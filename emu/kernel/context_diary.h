// What contexts did, in a few bytes each: for a probe that needs it of some contexts at some times
// only, and to which a hundred events a frame would cost too much (emu/kernel/event.h has the same
// as events). A diary is kept in the order of one context; ticks of a page never descend. What has
// been read is to be forgotten by who reads it.
#pragma once

#include "emu/kernel/command.h"
#include "emu/kernel/event.h"

#include <algorithm>
#include <array>
#include <vector>

namespace ixp {

class ContextDiary {
public:
  struct Entry {
    Tick tick;
    uint32_t wakeup;   // Waits: as Event::OfContext; Issued: the signal
    uint16_t pc;       // Waits
    EventKind kind;    // Waits, Ready, Runs, Issued (only commands with a signal)
    mev2::Opcode op{}; // Issued
  };
  struct Page { // of a context
    std::vector<Entry> entries;
    size_t read = 0; // so many were read
    void forget() {  // what was read
      if (read == entries.size()) {
        entries.clear();
        read = 0;
      } else if (read > kMostRead) {
        entries.erase(entries.begin(), entries.begin() + static_cast<std::ptrdiff_t>(read));
        read = 0;
      }
    }
    static constexpr size_t kMostRead = 1024; // more are not left lying about
  };
  // A command to one of the addresses that are watched.
  struct Watched {
    Tick tick;
    int8_t me, ctx;
    uint16_t pc;
    mev2::Opcode op;
    uint32_t address;
  };

  // Commands to these addresses are noted down apart, of any unit: the reader knows which it means.
  void watch(std::vector<uint32_t> addresses) {
    addresses_ = std::move(addresses);
    for (const uint32_t a : addresses_)
      some_ |= bit(a);
  }
  void leave_pages() { pages_kept_ = false; } // only commands that are watched from now on

  void context(EventKind kind, unsigned me, unsigned ctx, Tick tick, unsigned pc, uint32_t wakeup) {
    if (pages_kept_)
      page(me * kContexts + ctx).entries.push_back({tick, wakeup, static_cast<uint16_t>(pc), kind});
  }
  void issued(unsigned me, unsigned ctx, const Command& c) {
    if (pages_kept_ && c.signal)
      page(me * kContexts + ctx)
          .entries.push_back({c.issued, c.signal, 0, EventKind::Issued, c.op});
    if ((some_ & bit(c.address)) && std::ranges::find(addresses_, c.address) != addresses_.end())
      note(me, ctx, c);
  }

  Page& page(size_t context) { return pages_[context]; } // microengine * kContexts + context
  // By tick and microengine, the earliest first; taken by who reads them.
  std::vector<Watched>& watched() { return watched_; }

private:
  static uint64_t bit(uint32_t address) { return uint64_t{1} << (address >> 2 & 63); }
  void note(unsigned me, unsigned ctx, const Command& c) {
    const Watched w{c.issued,
                    static_cast<int8_t>(me),
                    static_cast<int8_t>(ctx),
                    static_cast<uint16_t>(c.pc),
                    c.op,
                    c.address};
    const auto later = [](const Watched& a, const Watched& b) {
      return a.tick != b.tick ? a.tick < b.tick : a.me < b.me;
    };
    watched_.insert(std::ranges::upper_bound(watched_, w, later), w);
  }

  bool pages_kept_ = true;
  std::vector<uint32_t> addresses_;
  uint64_t some_ = 0; // bits of addresses_: most commands go to none
  std::array<Page, kMicroengines * kContexts> pages_;
  std::vector<Watched> watched_;
};

} // namespace ixp
