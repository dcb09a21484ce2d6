// What contexts did, in a few bytes each: for a probe that needs it of some contexts at some times
// only, and to which a hundred events a frame would cost too much (emu/kernel/event.h has the same
// as events). Every context has a page of its turns, in their order; ticks of a page never descend.
// What has been read is to be forgotten by who reads it.
#pragma once

#include "emu/kernel/command.h"
#include "emu/kernel/event.h"
#include "emu/kernel/rare.h"
#include "emu/kernel/signal_commands.h"

#include <array>
#include <vector>

namespace ixp {

class ContextDiary {
public:
  // From the time that the context was swapped out to the next time.
  struct Turn {
    Tick waits = kNever, ready = kNever,
         runs = kNever;      // kNever: not yet; `waits`: before the first
    SignalCommands commands; // when it was swapped out
    uint32_t wakeup = 0;     // as Event::OfContext
    uint16_t pc = 0;
  };

  class Page { // of a context
  public:
    Page() = default;
    Page(const Page&) = delete;
    Page& operator=(const Page&) = delete;

    // `kind`: Waits, Ready or Runs.
    [[gnu::always_inline]] void context(EventKind kind, Tick tick, unsigned pc, uint32_t wakeup) {
      if (kind == EventKind::Waits)
        waits(tick, pc, wakeup);
      else if (kind == EventKind::Ready)
        ready(tick);
      else
        runs(tick);
    }
    [[gnu::always_inline]] void waits(Tick tick, unsigned pc, uint32_t wakeup) {
      if (end_ - begin_ > mask_) [[unlikely]]
        grow();
      newest_ = &turns_[end_++ & mask_];
      *newest_ = {tick, kNever, kNever, commands_, wakeup, static_cast<uint16_t>(pc)};
    }
    void ready(Tick tick) { newest_->ready = tick; }
    void runs(Tick tick) { newest_->runs = tick; }
    void issued(mev2::Opcode op, unsigned signal) { commands_.issued(op, signal); }

    // Turns begin() to end() - 1 are there, always one at least.
    uint32_t begin() const { return begin_; }
    uint32_t end() const { return end_; }
    const Turn& operator[](uint32_t turn) const { return turns_[turn & mask_]; }
    void copy(uint32_t first, uint32_t end, std::vector<Turn>& to) const; // behind what is there
    void forget(uint32_t until) { begin_ = until; }                       // earlier turns
    void leave() { kept_ = false; } // nobody reads it: what does not fit is forgotten

  private:
    IXP_RARE void grow();

    std::vector<Turn> turns_{1}; // a ring
    Turn* newest_ = turns_.data();
    uint32_t mask_ = 0, begin_ = 0, end_ = 1;
    bool kept_ = true;
    SignalCommands commands_;
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
  void watch(std::vector<uint32_t> addresses);
  void leave_pages(); // only commands that are watched from now on

  void issued(unsigned me, unsigned ctx, const Command& c) {
    page(me * kContexts + ctx).issued(c.op, c.signal);
    if (c.address - lowest_ <= span_) [[unlikely]]
      note(me, ctx, c);
  }

  Page& page(size_t context) { return pages_[context]; } // microengine * kContexts + context
  // By tick and microengine, the earliest first; taken by who reads them.
  std::vector<Watched>& watched() { return watched_; }

private:
  void note(unsigned me, unsigned ctx, const Command& c);

  std::vector<uint32_t> addresses_;
  uint32_t lowest_ = ~uint32_t{0}, span_ = 0; // of addresses_: most commands go elsewhere
  std::array<Page, kMicroengines * kContexts> pages_;
  std::vector<Watched> watched_;
};

} // namespace ixp
