#include "emu/me/counted.h"

#include "emu/me/handlers.h"

namespace ixp::me {

template <bool InSlot, bool Two> IXP_HANDLER void CountedHandlers::count(IXP_PARAMETERS) {
  CountedHandlers& c = *f->counted;
  if (f->lost != c.lost_) {
    c.add_lost(f->lost - c.lost_);
    c.lost_ = f->lost;
  }
  const uint16_t at = op->address;
  ++c.counts_->executed[at];
  if (Two) ++c.counts_->executed[at + 1u];
  c.before_ = c.last_;
  c.last_ = static_cast<uint16_t>(at + Two);
  IXP_TAIL return c.handlers_[InSlot][at](op, IXP_ARGUMENTS);
}

template <bool InSlot, bool Two> void CountedHandlers::replace_with(Op& op) {
  handlers_[InSlot].resize(mev2::kMaxControlStoreWords);
  handlers_[InSlot][op.address] = op.fn;
  op.fn = count<InSlot, Two>;
}

void CountedHandlers::replace(Op& op, bool in_slot, bool two) {
  if (!counts_ || op.fn == leave_slow) return;
  if (in_slot)
    replace_with<true, false>(op);
  else if (two)
    replace_with<false, true>(op);
  else
    replace_with<false, false>(op);
}

uint16_t CountedHandlers::end(const Frame& f) {
  const Op& op = *f.op;
  const bool two = op.fn == count<false, true>;
  const bool counted = two || op.fn == count<false, false> || op.fn == count<true, false>;
  if ((f.slow || f.at_loop) && counted) {
    --counts_->executed[op.address];
    if (two) --counts_->executed[op.address + 1u];
    last_ = before_;
  }
  add_lost(f.lost - lost_);
  return last_;
}

} // namespace ixp::me
