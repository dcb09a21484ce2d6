// Delivery of events to probes. Parts of the chip work ahead of shared time, or apply unobserved
// effects late, so events are reported out of order. They wait in a calendar. Once in kWindow ticks
// all past events are delivered, ordered by tick, Slot and kind: the same order from every engine,
// however a run is cut into pieces.
//
// A part has a pointer to the stream, which is null without listeners. A hook is
//   if (heard(events_, EventKind::Issued)) [[unlikely]] tell_issued(c);
// IXP_WITHOUT_HOOKS removes them, to measure their cost (tools/bench probes --hooks).
#pragma once

#include "emu/kernel/command.h"
#include "emu/kernel/context_diary.h"
#include "emu/kernel/event.h"
#include "emu/kernel/event_calendar.h"

#include <array>
#include <functional>
#include <vector>

namespace ixp {

#ifdef IXP_WITHOUT_HOOKS
constexpr bool kHooks = false;
#else
constexpr bool kHooks = true;
#endif

inline EventSource source_of(const Command& c) {
  return {c.me, c.ctx, c.pc};
}

class EventStream final : public Agent {
public:
  // `settle` makes all parts report their events up to now.
  explicit EventStream(std::function<void()> settle) : settle_(std::move(settle)) {}

  // Called with the stream when a probe is added, and with null when the last one leaves: parts
  // store the pointer, and may ask for the wanted kinds from then on.
  void on_change(std::function<void(EventStream*)> connect) { connect_ = std::move(connect); }
  // Subscribes from now on, or from a future tick; earlier events may or may not be delivered, and
  // cost nothing until shortly before that tick. A probe must outlive the stream's deliveries, or
  // leave.
  void listen(Probe& probe, EventKinds kinds, Tick from = 0);
  // Unsubscribes the probe. It may leave during an event.
  void leave(const Probe& probe);
  bool wants(EventKind k) const { return wanted_.has(k); }
  bool wants_empty_gets() const { return wants_empty_gets_; } // of rings
  // Contexts record their activity while anyone listens; null: no longer. The diary must outlive
  // that.
  void keep(ContextDiary* diary);
  ContextDiary* diary() const { return diary_; }

  // An event to be filled in at once; its tick is not before events already delivered. `minor`:
  // order among events of the same tick, slot and kind, which otherwise keep the order of
  // reporting.
  [[gnu::always_inline]] Event& add(EventKind kind, Slot slot, Tick tick, EventSource source,
                                    unsigned minor = 0) {
    return add_record(kind, slot, tick, source, minor).event;
  }
  // The same for a ring; up to 16 words are stored.
  Event& add_ring(Slot slot, Tick tick, EventSource source, std::span<const uint32_t> words);

  // An event in a command's life; `source` is its issuer.
  [[gnu::always_inline]] void add_command(EventKind kind, Slot slot, Tick tick, EventSource source,
                                          const Command& c, Tick since) {
    if (!wants(kind)) return;
    Event::OfCommand& e = add(kind, slot, tick, source).command;
    e.op = c.op;
    e.signal = c.signal;
    e.count = c.count;
    e.address = c.address;
    e.issued = c.issued;
    e.since = since;
  }

  Tick now() const { return Agent::now(); }
  IXP_OFTEN void step(Tick now) override;
  void flush(); // delivers all events from before now
  // Delivers all events before `end`, which all parts have reported.
  void deliver(Tick end);

private:
  static constexpr Tick kWindow = 1024;
  // Parts that work ahead have not reported earlier actions to a new listener.
  static constexpr Tick kEarly = 8 * kWindow;
  struct Listener {
    Probe* probe;
    EventKinds kinds;
  };

  [[gnu::always_inline]] EventCalendar::Record& add_record(EventKind kind, Slot slot, Tick tick,
                                                           EventSource source, unsigned minor) {
    EventCalendar::Record& r = calendar_.blank();
    r.order = static_cast<uint32_t>(slot) << 27 | static_cast<uint32_t>(kind) << 22 | minor;
    r.event.tick = tick;
    r.event.kind = kind;
    r.event.slot = slot;
    r.event.me = static_cast<int8_t>(source.me);
    r.event.ctx = static_cast<int8_t>(source.ctx);
    r.event.pc = source.pc;
    calendar_.enter(r);
    return r;
  }
  void send(const Event& e) {
    if (Probe* const only = only_[static_cast<unsigned>(e.kind)]) [[likely]]
      only->event(e);
    else
      send_to_all(e);
  }
  void send_to_all(const Event& e);
  void listeners_changed();
  void disconnect();
  void add_later(Tick now);
  Tick next_step(Tick now) const;

  std::function<void()> settle_;
  std::function<void(EventStream*)> connect_;
  std::vector<Listener> listeners_;
  struct Later {
    Probe* probe;
    EventKinds kinds;
    Tick from;
  };
  std::vector<Later> later_;               // future listeners
  EventKinds wanted_{};                    // of all listeners
  std::array<Probe*, kEventKinds> only_{}; // by kind: its listener, if it has just one
  bool wants_empty_gets_ = false;
  ContextDiary* diary_ = nullptr;
  EventCalendar calendar_;
  bool delivering_ = false;
};

inline bool heard(const EventStream* events) {
  return kHooks && events;
}
inline bool heard(const EventStream* events, EventKind kind) {
  return heard(events) && events->wants(kind);
}

} // namespace ixp
