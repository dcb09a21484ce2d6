// Events on their way to probes. Parts of the chip work ahead of shared time, or catch up with what
// nobody saw; so events are reported out of order. They wait in a calendar, and once in kWindow
// ticks all whose tick is past go out, ordered by tick, Slot and kind: the same from every engine,
// however a run is cut into pieces.
//
// A part has a pointer to the stream, null as long as nobody listens. A hook is
//   if (heard(events_, EventKind::Issued)) [[unlikely]] tell_issued(c);
// IXP_WITHOUT_HOOKS leaves them out: what they cost is measured so (tools/bench-probes --hooks).
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
  // `settle` makes all parts report what has happened by now.
  explicit EventStream(std::function<void()> settle) : settle_(std::move(settle)) {}

  // Called with the stream when a probe comes, with null when the last has left: parts get their
  // pointers, and may ask what is wanted from then on.
  void on_change(std::function<void(EventStream*)> connect) { connect_ = std::move(connect); }
  // From now on, or from a tick to come: earlier events may be heard or not, and until shortly
  // before it they cost nothing. A probe must live as long as the stream delivers, or leave.
  void listen(Probe& probe, EventKinds kinds, Tick from = 0);
  // The probe hears nothing more. It may leave while it hears an event.
  void leave(const Probe& probe);
  bool wants(EventKind k) const { return wanted_.has(k); }
  bool wants_empty_gets() const { return wants_empty_gets_; } // of rings
  // Contexts note down what they do while anybody listens; null: no more. It must live as long.
  void keep(ContextDiary* diary);
  ContextDiary* diary() const { return diary_; }

  // An event to be filled in at once; no tick before what was delivered. `minor`: order among
  // those of the same tick, slot and kind, which otherwise go as they were reported.
  [[gnu::always_inline]] Event& add(EventKind kind, Slot slot, Tick tick, EventSource source,
                                    unsigned minor = 0) {
    return add_record(kind, slot, tick, source, minor).event;
  }
  // The same of a ring; up to 16 words are kept.
  Event& add_ring(Slot slot, Tick tick, EventSource source, std::span<const uint32_t> words);

  // Something that becomes of a command, `source` being who issued it.
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
  void step(Tick now) override;
  void flush(); // probes hear of all that happened before now
  // All events of ticks before `end`, which all parts have reported.
  void deliver(Tick end);

private:
  static constexpr Tick kWindow = 1024;
  // Parts that work ahead have not told of what they did before somebody listened.
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
  std::vector<Later> later_;               // who will listen
  EventKinds wanted_{};                    // of all listeners
  std::array<Probe*, kEventKinds> only_{}; // who alone hears a kind
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
