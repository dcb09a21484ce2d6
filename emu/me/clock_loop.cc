#include "emu/me/clock_loop.h"

namespace ixp::me {

bool ClockLoop::follow(const Core& core, const Predecoded& program, uint16_t start) {
  const MeState& s = core.s;
  before_ = {s.prev_a, s.prev_b, s.prev_result, s.flags};
  begin(static_cast<unsigned>(s.running), {});
  return go(core, program, start, start);
}

void ClockLoop::leave(Core& core, uint64_t iterations) const {
  MeState& s = core.s;
  if (iterations == 0) {
    for (unsigned n = 0; n < touched_; ++n)
      s.regs[registers_[n].index] = registers_[n].before;
    s.prev_a = before_.a, s.prev_b = before_.b, s.prev_result = before_.result;
    s.flags = before_.flags;
    return;
  }
  const uint64_t later = (iterations - 1) * cycles();
  for (unsigned n = 0; n < touched_; ++n)
    s.regs[registers_[n].index] = registers_[n].now.after(later);
  if (prev_a_) s.prev_a = prev_a_->after(later);
  if (prev_b_) s.prev_b = prev_b_->after(later);
  if (prev_result_) s.prev_result = prev_result_->after(later);
  s.flags = flags_after(later, s.flags);
}

} // namespace ixp::me
