#include "emu/kernel/context_diary.h"

#include <algorithm>
#include <utility>

namespace ixp {

void ContextDiary::leave_pages() {
  for (Page& p : pages_)
    p.leave();
}

void ContextDiary::Page::grow() {
  if (!kept_) return forget(end_);
  const uint32_t mask = 2 * mask_ + 1;
  std::vector<Turn> more(mask + size_t{1});
  for (uint32_t turn = begin_; turn != end_; ++turn)
    more[turn & mask] = (*this)[turn];
  turns_ = std::move(more);
  mask_ = mask;
}

void ContextDiary::Page::copy(uint32_t first, uint32_t end, std::vector<Turn>& to) const {
  for (uint32_t turn = first; turn != end; ++turn) // usually one
    to.push_back((*this)[turn]);
}

void ContextDiary::watch(std::vector<uint32_t> addresses) {
  addresses_ = std::move(addresses);
  if (addresses_.empty()) return;
  const auto [lowest, highest] = std::ranges::minmax(addresses_);
  lowest_ = lowest;
  span_ = highest - lowest;
}

void ContextDiary::note(unsigned me, unsigned ctx, const Command& c) {
  if (std::ranges::find(addresses_, c.address) == addresses_.end()) return;
  const Watched w{c.issued,
                  static_cast<int8_t>(me),
                  static_cast<int8_t>(ctx),
                  static_cast<uint16_t>(c.pc),
                  c.op,
                  c.address};
  const auto later = [](const Watched& a, const Watched& b) {
    return a.tick != b.tick ? a.tick < b.tick : a.me < b.me;
  };
  watched_.insert(std::ranges::upper_bound(watched_, w, later), w);
}

} // namespace ixp
