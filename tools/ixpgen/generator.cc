#include "tools/ixpgen/generator.h"

#include "rings/flow.h"

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

} // namespace ixp
