#include "tools/ixpgen/generator.h"

#include "rings/flow.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <queue>

namespace ixp {

namespace {
// Two random streams per flow.
Random random_of(const Flow& flow, bool contents) {
  return Random(flow.seed, 2 * uint64_t{flow.number} + contents);
}
} // namespace

FlowSource::FlowSource(const Flow& flow, const GeneratorOptions& options)
    : flow_(flow), arrivals_(flow, options.load_percent, random_of(flow, false)),
      contents_(random_of(flow, true)), packets_(flow.packets) {
  for (const PacketKind& k : flow.kinds) {
    if (k.cycles.hi > FLOW_WORK_MAX)
      throw InputError(flow.where, fmt::format("flow '{}' wants up to {} cycles a packet, a frame "
                                               "can say at most {}",
                                               flow.name, k.cycles.hi, FLOW_WORK_MAX));
    shares_ += k.share;
  }
  if (options.packets)
    packets_ = options.packets;
  else if (flow.duration_ns)
    until_ns_ = flow.start_ns.lo + *flow.duration_ns;
  if (flow.buckets) reservation_.emplace(flow);
  look_ahead(0);
}

void FlowSource::look_ahead(uint64_t bytes) {
  time_ns_ = arrivals_.next(bytes);
  draw_contents();
  if (reservation_)
    time_ns_ = reservation_->admit(time_ns_, Flow::bytes_left(bytes_, resized_percent_), work_);
  ended_ = (packets_ && sequence_ >= *packets_) || (until_ns_ && time_ns_ >= *until_ns_) ||
           sequence_ > ~uint32_t{0};
}

const PacketKind& FlowSource::draw_kind() {
  uint64_t n = contents_.below(shares_);
  for (const PacketKind& k : flow_.kinds) {
    if (n < k.share) return k;
    n -= k.share;
  }
  return flow_.kinds.back();
}

void FlowSource::draw_contents() {
  const PacketKind& kind = draw_kind();
  bytes_ = draw(kind.bytes);
  work_ = draw(kind.cycles);
  if (flow_.resized_percent.hi != 0) resized_percent_ = draw(flow_.resized_percent);
}

Packet FlowSource::take(std::vector<uint8_t>& frame) {
  frame.resize(bytes_);
  FlowFrameSpec spec;
  spec.flow = static_cast<uint16_t>(flow_.number);
  spec.work = static_cast<uint16_t>(work_);
  spec.resized_percent = static_cast<uint8_t>(resized_percent_);
  spec.sequence = static_cast<uint32_t>(sequence_++);
  spec.in_port = static_cast<uint8_t>(flow_.port);
  spec.out_port = static_cast<uint8_t>(flow_.output);
  write_flow_frame(spec, frame);
  const Packet packet{&flow_, time_ns_, frame, spec.work};
  look_ahead(frame.size());
  return packet;
}

void generate(const std::vector<const Flow*>& flows, const GeneratorOptions& options,
              const std::function<void(const Packet&)>& use) {
  std::vector<FlowSource> sources;
  for (const Flow* f : flows)
    sources.emplace_back(*f, options);
  const auto later = [](const FlowSource* a, const FlowSource* b) {
    return std::pair(a->time_ns(), a->flow().number) > std::pair(b->time_ns(), b->flow().number);
  };
  std::priority_queue<FlowSource*, std::vector<FlowSource*>, decltype(later)> next(later);
  for (FlowSource& s : sources)
    if (!s.ended()) next.push(&s);
  std::vector<uint8_t> frame;
  while (!next.empty()) {
    FlowSource& s = *next.top();
    next.pop();
    use(s.take(frame));
    if (!s.ended()) next.push(&s);
  }
}

// Virtual scheduling, equivalent to a token bucket: admitted packets are paid at the reserved rate,
// one after the other. A packet may arrive before that by the amount that the bucket holds beyond
// the packet. A bucket smaller than a packet admits it when everything is paid.
// The unit is rounded up, so that no rate exceeds the reserved one.
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
