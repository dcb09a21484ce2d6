#include "emu/memory/plain_flags.h"

namespace ixp {

PlainFlags::PlainFlags(const Params& params) : params_(params) {
  for (auto& states : states_)
    states.push_back({0, false});
}

bool PlainFlags::flag_of(const ScratchRing& ring) const {
  if (ring.base_csr() >> 26 & 1) return ring.count() == 0;
  const uint64_t mark = ring.size() == 128   ? params_.scratch_full_at_128
                        : ring.size() == 256 ? params_.scratch_full_at_256
                        : ring.size() == 512 ? params_.scratch_full_at_512
                                             : params_.scratch_full_at_1024;
  return ring.count() >= mark;
}

void PlainFlags::set_up(unsigned number, const ScratchRing& ring) {
  states_[number].assign(1, {0, flag_of(ring)});
}

void PlainFlags::note(unsigned number, const ScratchRing& ring, Tick t) {
  visible(number, t); // earlier states are no longer needed
  states_[number].push_back({t + params_.me(params_.scratch_full_flag_delay), flag_of(ring)});
}

bool PlainFlags::visible(unsigned number, Tick now) const {
  auto& states = states_[number];
  while (states.size() > 1 && states[1].seen <= now)
    states.pop_front();
  return states.front().flag;
}

} // namespace ixp
