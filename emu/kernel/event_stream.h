// Events on their way to probes. Parts of the chip work ahead of shared time, or catch up with what
// nobody saw; so events are reported out of order. They wait here, and once in kWindow ticks all
// whose tick is past go out, ordered by tick, Slot and kind: the same from every engine, however a
// run is cut into pieces.
//
// A part has a pointer to the stream, null as long as nobody listens. A hook is
//   if (heard(events_, EventKind::Issued)) [[unlikely]] tell_issued(c);
#pragma once

#include "emu/kernel/command.h"
#include "emu/kernel/event.h"

#include <array>
#include <deque>
#include <functional>
#include <vector>

namespace ixp {

class EventStream final : public Agent {
public:
  // `settle` makes all parts report what has happened by now.
  explicit EventStream(std::function<void()> settle) : settle_(std::move(settle)) {}

  // Called when the first probe comes: parts get their pointers.
  void on_first(std::function<void()> connect) { connect_ = std::move(connect); }
  // From now on. A probe must live as long as the stream delivers.
  void listen(Probe& probe, EventKinds kinds);
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
  static constexpr unsigned kBuckets = 4096; // a power of two, ticks ahead; the rest waits in far_
  static constexpr unsigned kMaxWords = 16;
  struct Node {
    Event event;
    Node* next = nullptr;
    uint32_t order = 0;
    std::array<uint32_t, kMaxWords> words; // of a ring
  };
  struct Listener {
    Probe* probe;
    EventKinds kinds;
  };

  Node& add_node(EventKind kind, Slot slot, Tick tick, EventSource source, unsigned minor) {
    if (!free_) [[unlikely]]
      free_ = &pool_.emplace_back();
    Node& n = *free_;
    free_ = n.next;
    n.event.tick = tick;
    n.event.kind = kind;
    n.event.slot = slot;
    n.event.me = static_cast<int8_t>(source.me);
    n.event.ctx = static_cast<int8_t>(source.ctx);
    n.event.pc = source.pc;
    n.order = static_cast<uint32_t>(slot) << 27 | static_cast<uint32_t>(kind) << 22 | minor;
    file(n);
    return n;
  }
  void file(Node& n) {
    const Tick tick = n.event.tick;
    if (tick - from_ >= kBuckets) return file_far(n);
    const auto i = static_cast<unsigned>(tick % kBuckets);
    Node*& last = buckets_[i]; // a circle: the last knows the first
    if (!last) {
      n.next = &n;
      used_[i / 64] |= uint64_t{1} << i % 64;
    } else if (last->order > n.order) {
      Node* before = last;
      while (before->next->order <= n.order)
        before = before->next;
      n.next = before->next;
      before->next = &n;
      return;
    } else {
      n.next = last->next;
      last->next = &n;
    }
    last = &n;
  }
  void file_far(Node& n);
  void deliver_near(Tick end);
  void deliver_bucket(unsigned i);
  void send(const Event& e) const {
    for (const Listener& l : listeners_)
      if (l.kinds.has(e.kind)) l.probe->event(e);
  }

  std::function<void()> settle_, connect_;
  std::vector<Listener> listeners_;
  EventKinds wanted_{};
  Tick from_ = 0;                              // all earlier ticks were delivered
  std::array<Node*, kBuckets> buckets_{};      // by tick, each in order
  std::array<uint64_t, kBuckets / 64> used_{}; // a bit for each bucket that is not empty
  std::vector<Node*> far_;
  std::deque<Node> pool_;
  Node* free_ = nullptr;
};

inline bool heard(const EventStream* events, EventKind kind) {
  return events && events->wants(kind);
}

} // namespace ixp
