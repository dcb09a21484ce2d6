// Virtual scheduling, equivalent to a token bucket: admitted packets are paid at the reserved rate,
// one after the other. A packet may arrive before that by the amount that the bucket holds beyond
// the packet. A bucket smaller than a packet admits it when everything is paid.
#include "tools/ixpgen/reservation.h"

#include <algorithm>
#include <cmath>

namespace ixp {

// Rounded up, so that no rate exceeds the reserved one.
Reservation::Bucket Reservation::bucket(double ns_per_unit, uint64_t most, uint64_t packets) {
  Bucket b;
  b.unit = static_cast<uint64_t>(std::ceil(std::ldexp(ns_per_unit, kFraction)));
  b.depth = Time{b.unit} * most * packets;
  return b;
}

Reservation::Reservation(const Flow& flow) : overhead_bytes_(flow.buckets->link_overhead_bytes) {
  uint64_t bytes = 0, cycles = 0;
  for (const PacketKind& k : flow.kinds) {
    bytes = std::max(bytes, flow.bytes_left(k.bytes.hi, flow.resized_percent.hi));
    cycles = std::max(cycles, k.cycles.hi);
  }
  const Buckets& b = *flow.buckets;
  if (b.cycles_per_s > 0) cpu_ = bucket(1e9 / b.cycles_per_s, cycles, b.packets);
  if (b.link_bps > 0) link_ = bucket(8e9 / b.link_bps, bytes + overhead_bytes_, b.packets);
}

uint64_t Reservation::admit(uint64_t wanted, uint64_t bytes, uint64_t cycles) {
  Time when = Time{std::max(wanted, last_)} << kFraction;
  const Time cpu = Time{cpu_.unit} * cycles, link = Time{link_.unit} * (bytes + overhead_bytes_);
  const auto wait_for = [&](const Bucket& b, Time cost) {
    const Time early = b.depth > cost ? b.depth - cost : 0;
    if (b.paid_at > early) when = std::max(when, b.paid_at - early);
  };
  wait_for(cpu_, cpu);
  wait_for(link_, link);
  last_ = static_cast<uint64_t>((when + (Time{1} << kFraction) - 1) >> kFraction);
  when = Time{last_} << kFraction;
  cpu_.paid_at = std::max(cpu_.paid_at, when) + cpu;
  link_.paid_at = std::max(link_.paid_at, when) + link;
  return last_;
}

} // namespace ixp
