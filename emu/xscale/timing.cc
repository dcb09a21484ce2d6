#include "emu/xscale/timing.h"

namespace ixp::xscale {

static constexpr TimingInfo kTimings[] = {
#define X(field, key, value, lo, hi, source) {key, source, value, lo, hi, &Timing::field},
#include "emu/xscale/timing.def"
#undef X
};

std::span<const TimingInfo> all_timing() {
  return kTimings;
}

} // namespace ixp::xscale
