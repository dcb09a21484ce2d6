// Activity of contexts, in a few bytes each. It is for a probe that needs it only for some contexts
// at some times: a hundred events per frame (emu/kernel/event.h) would be too slow. Every context
// has a page of its turns, in order; ticks of a page never descend. The reader must forget turns
// that it has read.
#pragma once

#include "emu/kernel/command.h"
#include "emu/kernel/event.h"
#include "emu/kernel/rare.h"

#include <array>
#include <cstdint>
#include <vector>

namespace ixp {

// The command last issued with each signal of a context.
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

class ContextDiary {
public:
  // From one swap of the context to the next.
  struct Turn {
    Tick waits = kNever, ready = kNever,
         runs = kNever;      // kNever: not yet; `waits`: before the first
    SignalCommands commands; // when it was swapped out
    uint32_t wakeup = 0;     // as in Event::OfContext
    uint16_t pc = 0;
  };

  class Page { // of a context
  public:
    Page() = default;
    Page(const Page&) = delete;
    Page& operator=(const Page&) = delete;

    // `kind`: Waits, Ready or Runs.
    [[gnu::always_inline]] void context(EventKind kind, Tick tick, unsigned pc, uint32_t wakeup) {
      if (kind != EventKind::Waits) {
        (kind == EventKind::Ready ? newest_->ready : newest_->runs) = tick;
        return;
      }
      if (end_ - begin_ > mask_) [[unlikely]]
        grow();
      newest_ = &turns_[end_++ & mask_];
      *newest_ = {tick, kNever, kNever, commands_, wakeup, static_cast<uint16_t>(pc)};
    }
    void issued(mev2::Opcode op, unsigned signal) { commands_.issued(op, signal); }

    // Turns begin() to end() - 1 are available, at least one.
    uint32_t begin() const { return begin_; }
    uint32_t end() const { return end_; }
    const Turn& operator[](uint32_t turn) const { return turns_[turn & mask_]; }
    void copy(uint32_t first, uint32_t end, std::vector<Turn>& to) const; // appends
    void forget(uint32_t until) { begin_ = until; }                       // drops earlier turns
    void leave() { kept_ = false; } // no reader: turns that do not fit are dropped

  private:
    IXP_RARE void grow();

    std::vector<Turn> turns_{1}; // a ring
    Turn* newest_ = turns_.data();
    uint32_t mask_ = 0, begin_ = 0, end_ = 1;
    bool kept_ = true;
    SignalCommands commands_;
  };

  // A command to a watched address.
  struct Watched {
    Tick tick;
    int8_t me, ctx;
    uint16_t pc;
    mev2::Opcode op;
    uint32_t address;
  };

  // Also records commands of any unit to these addresses; the reader selects the units it needs.
  void watch(std::vector<uint32_t> addresses);
  void leave_pages(); // records only watched commands from now on

  void issued(unsigned me, unsigned ctx, const Command& c) {
    page(me * kContexts + ctx).issued(c.op, c.signal);
    if (c.address - lowest_ <= span_) [[unlikely]]
      note(me, ctx, c);
  }

  Page& page(size_t context) { return pages_[context]; } // microengine * kContexts + context
  // By tick and microengine, earliest first; removed by the reader.
  std::vector<Watched>& watched() { return watched_; }

private:
  void note(unsigned me, unsigned ctx, const Command& c);

  std::vector<uint32_t> addresses_;
  uint32_t lowest_ = ~uint32_t{0}, span_ = 0; // range of addresses_: excludes most commands quickly
  std::array<Page, kMicroengines * kContexts> pages_;
  std::vector<Watched> watched_;
};

} // namespace ixp
