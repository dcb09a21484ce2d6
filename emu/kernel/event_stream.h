// Events on their way to probes. Parts of the chip work ahead of shared time, or catch up with what
// nobody saw; so events are reported out of order. They wait here, and once in kWindow ticks all
// whose tick is past go out, ordered by tick, Slot and kind: the same from every engine, however a
// run is cut into pieces. Ticks are few and events many: they are sorted by counting.
//
// A part has a pointer to the stream, null as long as nobody listens. A hook is
//   if (heard(events_, EventKind::Issued)) [[unlikely]] tell_issued(c);
#pragma once

#include "emu/kernel/command.h"
#include "emu/kernel/event.h"

#include <array>
#include <functional>
#include <memory>
#include <vector>

namespace ixp {

class EventStream final : public Agent {
public:
  // `settle` makes all parts report what has happened by now.
  explicit EventStream(std::function<void()> settle) : settle_(std::move(settle)) {}

  // Called with the stream when the first probe comes, with null when the last has left: parts get
  // their pointers.
  void on_change(std::function<void(EventStream*)> connect) { connect_ = std::move(connect); }
  // From now on, or from a tick to come: earlier events may be heard or not, and until shortly
  // before it they cost nothing. A probe must live as long as the stream delivers, or leave.
  void listen(Probe& probe, EventKinds kinds, Tick from = 0);
  // The probe hears nothing more. It may leave while it hears an event.
  void leave(const Probe& probe);
  bool wants(EventKind k) const { return wanted_.has(k); }

  // An event to be filled in at once; no tick before what was delivered. `minor`: order among
  // those of the same tick, slot and kind, which otherwise go as they were reported.
  Event& add(EventKind kind, Slot slot, Tick tick, EventSource source, unsigned minor = 0) {
    return add_node(kind, slot, tick, source, minor).event;
  }
  // The same of a ring; up to 16 words are kept.
  Event& add_ring(Slot slot, Tick tick, EventSource source, std::span<const uint32_t> words);

  // What becomes of a command, known when its unit takes it. `done` kNever: nothing is left then.
  void command(EventKind kind, Slot slot, Tick tick, const Command& c, Tick since);
  void accepted(Slot unit, const Command& c, Tick arrival, Tick effect, Tick done);

  Tick now() const { return Agent::now(); }
  void step(Tick now) override;
  void flush(); // probes hear of all that happened before now
  // All events of ticks before `end`, which all parts have reported.
  void deliver(Tick end);

private:
  static constexpr Tick kWindow = 1024;
  // Parts that work ahead have not told of what they did before somebody listened.
  static constexpr Tick kEarly = 8 * kWindow;
  static constexpr unsigned kMaxWords = 16;
  struct Node {
    Event event;
    uint32_t order = 0;
    uint32_t words = 0; // of a ring: their place in Batch::words
  };
  struct Batch { // of events, in the order in which they were reported
    std::unique_ptr<Node[]> nodes;
    size_t used = 0, room = 0;
    std::vector<std::array<uint32_t, kMaxWords>> words;
    Node& add() {
      if (used == room) [[unlikely]]
        grow();
      return nodes[used++];
    }
    void grow();
  };
  struct Listener {
    Probe* probe;
    EventKinds kinds;
  };

  Node& add_node(EventKind kind, Slot slot, Tick tick, EventSource source, unsigned minor) {
    if (tick < from_) [[unlikely]]
      too_late(kind, tick);
    Node& n = waiting_.add();
    n.event.tick = tick;
    n.event.kind = kind;
    n.event.slot = slot;
    n.event.me = static_cast<int8_t>(source.me);
    n.event.ctx = static_cast<int8_t>(source.ctx);
    n.event.pc = source.pc;
    n.order = static_cast<uint32_t>(slot) << 27 | static_cast<uint32_t>(kind) << 22 | minor;
    return n;
  }
  [[noreturn]] void too_late(EventKind kind, Tick tick) const;
  void deliver_part(Tick end);
  void sort(Tick from, Tick end);
  void keep(const Node& n);
  void send(size_t place);
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
  std::vector<Later> later_; // who will listen
  EventKinds wanted_{};
  Tick from_ = 0;           // all earlier ticks were delivered
  Batch waiting_, sending_; // to be delivered; what deliver_part() is at
  bool delivering_ = false;
  std::array<uint32_t, kWindow + 1> ends_{}; // by tick: where its events end in sorted_
  std::vector<uint64_t> sorted_;             // order, and place in sending_
};

inline bool heard(const EventStream* events, EventKind kind) {
  return events && events->wants(kind);
}

} // namespace ixp
