#include "emu/me/inbox.h"

namespace ixp::me {

void Inbox::put(const NnWrite& w) {
  const auto later = [](const NnWrite& a, const NnWrite& b) {
    return a.tick != b.tick ? a.tick < b.tick : a.from_self < b.from_self;
  };
  words_.insert(std::upper_bound(words_.begin(), words_.end(), w, later), w);
}

void Inbox::expect(unsigned first, unsigned count) {
  const Tick at = align_up(kernel_.now() + kernel_.lookahead(), div_);
  add(at, TimedEvent::Source::Announced,
      {TimedEvent::Kind::Expect, 0, static_cast<uint16_t>(first), count});
  announce(at);
}

void Inbox::announce(Tick tick) {
  drop_notices(kernel_.now());
  notices_.push(align_up(tick, div_), {});
}

void Inbox::swap_ahead(Tick ticks) {
  swaps_ahead_ = neighbours_signal_ ? std::min(ticks, params_.me(params_.signal_neighbour)) : ticks;
}

} // namespace ixp::me
