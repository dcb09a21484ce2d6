#include "emu/kernel/event_stream.h"

#include <algorithm>
#include <bit>
#include <fmt/format.h>
#include <stdexcept>

namespace ixp {

const char* name(EventKind kind) {
  static constexpr const char* kNames[] = {"frame", "element",   "performed", "ring",   "queue",
                                           "dram",  "completed", "granted",   "signal", "waits",
                                           "ready", "runs",      "stalled",   "issued", "hazard"};
  static_assert(std::size(kNames) == kEventKinds);
  return kNames[static_cast<unsigned>(kind)];
}

void EventStream::listen(Probe& probe, EventKinds kinds) {
  flush();
  if (listeners_.empty()) {
    settle_(); // what happened before is not heard
    from_ = now();
  }
  listeners_.push_back({&probe, kinds});
  wanted_ = wanted_ | kinds;
  if (listeners_.size() > 1) return;
  if (connect_) connect_();
  schedule(now() + kWindow);
}

Event& EventStream::add_ring(Slot slot, Tick tick, EventSource source,
                             std::span<const uint32_t> words) {
  Node& n = add_node(EventKind::Ring, slot, tick, source, 0);
  Event::OfRing& ring = n.event.ring = {};
  ring.count = static_cast<uint8_t>(std::min<size_t>(words.size(), kMaxWords));
  ring.words = n.words.data();
  std::copy_n(words.begin(), ring.count, n.words.begin());
  return n.event;
}

void EventStream::command(EventKind kind, Slot slot, Tick tick, const Command& c, Tick since) {
  if (!wants(kind)) return;
  add(kind, slot, tick, {c.me, c.ctx, c.pc}).command = {c.op,      c.signal, c.count,
                                                        c.address, c.issued, since};
}

void EventStream::accepted(Slot unit, const Command& c, Tick arrival, Tick effect, Tick done) {
  command(EventKind::Performed, unit, effect, c, arrival);
  if (done != kNever) command(EventKind::Completed, unit, done, c, effect);
}

void EventStream::step(Tick now) {
  flush();
  schedule(now + kWindow);
}

void EventStream::flush() {
  if (listeners_.empty()) return;
  settle_();
  deliver(now());
}

void EventStream::file_far(Node& n) {
  const Tick tick = n.event.tick;
  if (tick < from_)
    throw std::logic_error(fmt::format("event '{}' of tick {} is reported when those of tick {} "
                                       "were delivered",
                                       name(n.event.kind), tick, from_ - 1));
  far_.push_back(&n);
}

void EventStream::deliver(Tick end) {
  while (from_ < end) {
    deliver_near(std::min(end, from_ + kBuckets / 2));
    std::vector<Node*> far;
    far.swap(far_);
    for (Node* n : far)
      file(*n);
  }
}

void EventStream::deliver_near(Tick end) {
  while (from_ < end) {
    const auto i = static_cast<unsigned>(from_ % kBuckets);
    const uint64_t ahead = used_[i / 64] >> i % 64;
    const Tick step = ahead ? static_cast<Tick>(std::countr_zero(ahead)) : 64 - i % 64;
    if (step) {
      from_ = std::min(end, from_ + step);
      continue;
    }
    deliver_bucket(i);
    ++from_;
  }
}

void EventStream::deliver_bucket(unsigned i) {
  Node* const last = buckets_[i];
  Node* const first = last->next;
  buckets_[i] = nullptr;
  used_[i / 64] &= ~(uint64_t{1} << i % 64);
  for (const Node* n = first;; n = n->next) {
    send(n->event);
    if (n == last) break;
  }
  last->next = free_;
  free_ = first;
}

} // namespace ixp
