#include "emu/kernel/event_stream.h"

#include <algorithm>
#include <fmt/format.h>
#include <stdexcept>
#include <utility>

namespace ixp {

const char* name(EventKind kind) {
  static constexpr const char* kNames[] = {"frame", "element",   "performed", "ring",   "queue",
                                           "dram",  "completed", "granted",   "signal", "waits",
                                           "ready", "runs",      "stalled",   "issued", "hazard"};
  static_assert(std::size(kNames) == kEventKinds);
  return kNames[static_cast<unsigned>(kind)];
}

void EventStream::listen(Probe& probe, EventKinds kinds, Tick from) {
  if (from > now() + kEarly) {
    later_.push_back({&probe, kinds, from - kEarly});
    return schedule(next_step(now()));
  }
  flush();
  if (listeners_.empty()) {
    settle_(); // what happened before is not heard
    from_ = now();
  }
  listeners_.push_back({&probe, kinds});
  wanted_ = wanted_ | kinds;
  if (listeners_.size() > 1) return;
  if (connect_) connect_(this);
  schedule(next_step(now()));
}

void EventStream::add_later(Tick now) {
  const auto due = std::ranges::partition(later_, [&](const Later& l) { return l.from > now; });
  const std::vector<Later> come(due.begin(), due.end());
  later_.erase(due.begin(), due.end());
  for (const Later& l : come)
    listen(*l.probe, l.kinds);
}

Tick EventStream::next_step(Tick now) const {
  Tick next = listeners_.empty() ? kNever : now + kWindow;
  for (const Later& l : later_)
    next = std::min(next, std::max(l.from, now + 1));
  return next;
}

void EventStream::leave(const Probe& probe) {
  std::erase_if(later_, [&](const Later& l) { return l.probe == &probe; });
  wanted_ = {};
  for (Listener& l : listeners_) {
    if (l.probe == &probe) l.kinds = {};
    wanted_ = wanted_ | l.kinds;
  }
  if (!delivering_) disconnect();
}

// Whoever hears nothing any more is forgotten, and the stream by the parts when nobody is left.
void EventStream::disconnect() {
  std::erase_if(listeners_, [](const Listener& l) { return l.kinds.empty(); });
  if (!listeners_.empty()) return;
  waiting_.used = 0;
  waiting_.words.clear();
  if (connect_) connect_(nullptr);
}

void EventStream::Batch::grow() {
  room = std::max<size_t>(1024, 2 * room);
  auto more = std::make_unique<Node[]>(room);
  std::copy_n(nodes.get(), used, more.get());
  nodes = std::move(more);
}

void EventStream::too_late(EventKind kind, Tick tick) const {
  throw std::logic_error(fmt::format("event '{}' of tick {} is reported when those of tick {} "
                                     "were delivered",
                                     name(kind), tick, from_ - 1));
}

Event& EventStream::add_ring(Slot slot, Tick tick, EventSource source,
                             std::span<const uint32_t> words) {
  Node& n = add_node(EventKind::Ring, slot, tick, source, 0);
  Event::OfRing& ring = n.event.ring = {};
  ring.count = static_cast<uint8_t>(std::min<size_t>(words.size(), kMaxWords));
  n.words = static_cast<uint32_t>(waiting_.words.size());
  std::copy_n(words.begin(), ring.count, waiting_.words.emplace_back().begin());
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
  add_later(now);
  schedule(next_step(now));
}

void EventStream::flush() {
  if (listeners_.empty()) return;
  settle_();
  deliver(now());
}

// A key of sorted_: tick, order, place in sending_.
static constexpr unsigned kPlaceBits = 22, kOrderBits = 32;

void EventStream::deliver(Tick end) {
  if (delivering_) return; // a probe asks for it
  delivering_ = true;
  while (from_ < end)
    deliver_part(std::min(end, from_ + kWindow));
  delivering_ = false;
  if (!listeners_.empty() && wanted_.empty()) disconnect();
}

void EventStream::deliver_part(Tick end) {
  const Tick from = std::exchange(from_, end);
  std::swap(waiting_, sending_);
  sort(from, end);
  for (const uint64_t key : sorted_)
    send(key & ((uint64_t{1} << kPlaceBits) - 1));
  sending_.used = 0;
  sending_.words.clear();
}

// Leaves in sorted_ what is sent now; later events wait on. By tick, order, and place among those
// reported: sorted by tick by counting, and what is left to do is little.
void EventStream::sort(Tick from, Tick end) {
  static_assert(kWindow <= uint64_t{1} << (64 - kOrderBits - kPlaceBits));
  if (sending_.used >> kPlaceBits) throw std::length_error("too many events in 1024 ticks");
  ends_.fill(0);
  const Node* const nodes = sending_.nodes.get();
  size_t count = 0;
  for (size_t i = 0; i < sending_.used; ++i) {
    if (nodes[i].event.tick >= end) {
      keep(nodes[i]);
    } else {
      ++ends_[nodes[i].event.tick - from + 1];
      ++count;
    }
  }
  sorted_.resize(count);
  if (count == 0) return;
  const auto ticks = static_cast<size_t>(end - from);
  for (size_t t = 1; t < ticks; ++t)
    ends_[t] += ends_[t - 1];
  uint64_t* const sorted = sorted_.data();
  for (size_t i = 0; i < sending_.used; ++i) {
    if (nodes[i].event.tick >= end) continue;
    const Tick tick = nodes[i].event.tick - from;
    sorted[ends_[tick]++] =
        (tick << kOrderBits | nodes[i].order) << kPlaceBits | static_cast<uint64_t>(i);
  }
  for (size_t i = 1; i < count; ++i) {
    const uint64_t e = sorted[i];
    size_t to = i;
    for (; to > 0 && sorted[to - 1] > e; --to)
      sorted[to] = sorted[to - 1];
    sorted[to] = e;
  }
}

void EventStream::keep(const Node& n) {
  Node& kept = waiting_.add() = n;
  if (n.event.kind != EventKind::Ring) return;
  kept.words = static_cast<uint32_t>(waiting_.words.size());
  waiting_.words.push_back(sending_.words[n.words]);
}

void EventStream::send(size_t place) {
  Node& n = sending_.nodes[place];
  if (n.event.kind == EventKind::Ring) n.event.ring.words = sending_.words[n.words].data();
  const size_t listeners = listeners_.size(); // one more may come meanwhile
  for (size_t i = 0; i < listeners; ++i)
    if (listeners_[i].kinds.has(n.event.kind)) listeners_[i].probe->event(n.event);
}

} // namespace ixp
