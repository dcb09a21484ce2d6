#include "emu/debug/frames_in_hand.h"

#include <algorithm>

namespace ixp::debug {

void FramesInHand::event(const Event& e) {
  if (e.me < 0 || e.ctx < 0) return;
  if (e.kind == EventKind::Element) {
    if (e.element.action == ElementAction::Announced) take(e, e.element.tag);
    if (e.element.action == ElementAction::Validated) give(e, e.element.tag);
  } else if (e.kind == EventKind::Ring) {
    if (e.ring.tag == 0) return;
    if (e.ring.action == RingAction::Put)
      give(e, e.ring.tag);
    else
      take(e, e.ring.tag);
  } else if (e.kind == EventKind::Queue) {
    if (e.queue.tag == 0) return;
    if (e.queue.action == QueueAction::Dequeue)
      take(e, e.queue.tag);
    else if (e.queue.action == QueueAction::Enqueue || e.queue.action == QueueAction::EnqueueTail)
      give(e, e.queue.tag);
  }
}

void FramesInHand::take(const Event& e, PacketTag tag) {
  Context& c = contexts_[static_cast<unsigned>(e.me)][static_cast<unsigned>(e.ctx)];
  c.changes[c.count++ % kRemembered] = {e.tick, tag};
}

// Clears the context's frame, unless it has taken another one meanwhile.
void FramesInHand::give(const Event& e, PacketTag tag) {
  const Context& c = contexts_[static_cast<unsigned>(e.me)][static_cast<unsigned>(e.ctx)];
  if (c.count && c.changes[(c.count - 1) % kRemembered].tag == tag) take(e, 0);
}

PacketTag FramesInHand::at(unsigned me, unsigned ctx, Tick tick) const {
  const Context& c = contexts_[me][ctx];
  for (unsigned back = 1; back <= std::min(c.count, kRemembered); ++back) {
    const Change& change = c.changes[(c.count - back) % kRemembered];
    if (change.tick <= tick) return change.tag;
  }
  return 0;
}

} // namespace ixp::debug
