#include "fabric/match.h"

#include "fabric/iterative.h"
#include "fabric/maximum.h"
#include "fabric/modes.h"

namespace ixp::fabric {

namespace {

// Random streams of the seed; the lower numbers belong to the inputs.
constexpr uint64_t kShortStream = kMaxPorts, kLongStream = kMaxPorts + 1;

using By = MaximumWeight::By;
using Made = std::unique_ptr<Scheduler>;
using MadeMatcher = std::unique_ptr<Matcher>;

MadeMatcher islip(unsigned n, unsigned iterations) {
  return std::make_unique<Islip>(n, iterations);
}
MadeMatcher msm(uint64_t seed, uint64_t stream = kLongStream) {
  return std::make_unique<MaximumSize>(Random(seed, stream));
}
template <By by> MadeMatcher mwm(uint64_t seed, uint64_t stream = kLongStream) {
  return std::make_unique<MaximumWeight>(by, Random(seed, stream));
}

template <class Mode> Made over_islip(unsigned n, unsigned iterations, uint64_t) {
  return std::make_unique<Mode>(islip(n, iterations));
}
template <class Mode> Made over_msm(unsigned, unsigned, uint64_t seed) {
  return std::make_unique<Mode>(msm(seed));
}
template <class Mode, By by> Made over_mwm(unsigned, unsigned, uint64_t seed) {
  return std::make_unique<Mode>(mwm<by>(seed));
}
Made p_islip(unsigned n, unsigned iterations, uint64_t) {
  return std::make_unique<Preemptive>(islip(n, iterations), islip(n, iterations));
}
Made p_msm(unsigned, unsigned, uint64_t seed) {
  return std::make_unique<Preemptive>(msm(seed, kShortStream), msm(seed));
}
template <By by> Made p_mwm(unsigned, unsigned, uint64_t seed) {
  return std::make_unique<Preemptive>(mwm<by>(seed, kShortStream), mwm<by>(seed));
}
template <class Of> Made rounds(unsigned n, unsigned iterations, uint64_t) {
  return std::make_unique<Of>(n, iterations);
}

using enum ShortQueues;
constexpr SchedulerKind kSchedulers[] = {
    {"islip", Together, true, over_islip<CellMode>},
    {"packet-islip", Together, true, over_islip<PacketMode>},
    {"short-first-in-voq", First, true, over_islip<PacketMode>},
    {"spf", Voqs, true, rounds<Spf>},
    {"p-spf", Fifo, true, rounds<Pspf>},
    {"p-spf-voqs", Voqs, true, p_islip},
    {"msm", Together, false, over_msm<CellMode>},
    {"packet-msm", Together, false, over_msm<PacketMode>},
    {"p-msm", Fifo, false, p_msm},
    {"mwm-ql", Together, false, over_mwm<CellMode, By::Length>},
    {"packet-mwm-ql", Together, false, over_mwm<PacketMode, By::Length>},
    {"p-mwm-ql", Fifo, false, p_mwm<By::Length>},
    {"mwm-ca", Together, false, over_mwm<CellMode, By::Age>},
    {"packet-mwm-ca", Together, false, over_mwm<PacketMode, By::Age>},
    {"p-mwm-ca", Fifo, false, p_mwm<By::Age>},
};

} // namespace

std::span<const SchedulerKind> schedulers() {
  return kSchedulers;
}

} // namespace ixp::fabric
