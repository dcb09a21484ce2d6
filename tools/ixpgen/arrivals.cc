// cbr      packets_per_s: equal gaps. mbps: after each packet, the duration of its own bits. Times
//          are sums divided once, so no drift accumulates.
// poisson  exponential gaps (base/random.h) with the rate's mean.
// onoff    bursts of a geometric number of packets, paced like cbr at the peak rate; exponential
//          gaps in between, which give the average rate.
#include "tools/ixpgen/arrivals.h"

#include <fmt/format.h>

namespace ixp {

using u128 = unsigned __int128;
constexpr uint64_t kLongestMean = uint64_t{1} << 56; // limit of Random::exponential

Arrivals::Pace Arrivals::pace(const Rate& rate, uint64_t percent) {
  Pace p;
  p.per_byte = rate.bits != 0;
  p.numerator = p.per_byte ? u128{8} * 1'000'000'000 * 100 : u128{1'000'000'000} * 1'000'000 * 100;
  p.denominator = (p.per_byte ? rate.bits : rate.micropackets) * percent;
  return p;
}

uint64_t Arrivals::Pace::gap(uint64_t units) const {
  return static_cast<uint64_t>((numerator * units << kFraction) / denominator);
}

uint64_t Arrivals::Pace::ns(uint64_t units) const {
  return static_cast<uint64_t>(numerator * units / denominator);
}

// The mean number of bytes is a fraction: sum of share * (lo + hi) over twice the sum of shares.
uint64_t Arrivals::mean_gap(const Flow& flow, const Pace& pace) {
  if (!pace.per_byte) return pace.gap(1);
  u128 bytes = 0, shares = 0;
  for (const PacketKind& k : flow.kinds) {
    bytes += u128{k.share} * (k.bytes.lo + k.bytes.hi);
    shares += u128{2} * k.share;
  }
  return static_cast<uint64_t>((pace.numerator * bytes << kFraction) / (shares * pace.denominator));
}

Arrivals::Arrivals(const Flow& flow, uint64_t load_percent, Random random)
    : process_(flow.process), random_(random), pace_(pace(flow.rate, load_percent)),
      start_ns_(flow.start_ns.lo + random_.below(flow.start_ns.hi - flow.start_ns.lo + 1)),
      burst_packets_(flow.burst_packets) {
  mean_gap_ = mean_gap(flow, pace_);
  if (mean_gap_ >= kLongestMean)
    throw InputError(flow.where, fmt::format("flow '{}' sends a packet every {} s at {} % load; "
                                             "raise its rate",
                                             flow.name, (mean_gap_ >> kFraction) / 1'000'000'000,
                                             load_percent));
  now_ = u128{start_ns_} << kFraction;
  if (process_ == Process::OnOff) set_on_off(flow, load_percent);
}

void Arrivals::set_on_off(const Flow& flow, uint64_t percent) {
  peak_ = pace(flow.peak, 100);
  const uint64_t within = mean_gap(flow, peak_);
  if (within >= mean_gap_)
    throw InputError(flow.where,
                     fmt::format("flow '{}' sends no faster in a burst than on average at {} % "
                                 "load; raise its peak rate",
                                 flow.name, percent));
  const u128 off = u128{mean_gap_ - within} * burst_packets_;
  if (off >= kLongestMean)
    throw InputError(flow.where,
                     fmt::format("the silences of flow '{}' would last {} s on "
                                 "average; raise its rate or shorten its bursts",
                                 flow.name,
                                 static_cast<uint64_t>(off >> kFraction) / 1'000'000'000));
  mean_off_ = static_cast<uint64_t>(off);
}

uint64_t Arrivals::next(uint64_t bytes) {
  switch (process_) {
  case Process::Cbr:
    if (bytes != 0) units_ += pace_.per_byte ? bytes : 1;
    return start_ns_ + pace_.ns(units_);
  case Process::Poisson:
    now_ += random_.exponential(mean_gap_);
    return static_cast<uint64_t>(now_ >> kFraction);
  case Process::OnOff: return next_on_off(bytes);
  }
  return 0;
}

uint64_t Arrivals::next_on_off(uint64_t bytes) {
  if (bytes != 0) now_ += peak_.gap(peak_.per_byte ? bytes : 1);
  if (burst_ends_) now_ += random_.exponential(mean_off_);
  burst_ends_ = random_.one_in(burst_packets_);
  return static_cast<uint64_t>(now_ >> kFraction);
}

} // namespace ixp
