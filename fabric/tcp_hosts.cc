#include "fabric/tcp_hosts.h"

#include <algorithm>

namespace ixp::fabric {

namespace {

constexpr unsigned kHeaderBytes = 40;       // IPv4 and TCP, without options
constexpr uint64_t kStream = 2 * kMaxPorts; // random stream of the seed, after those of inputs and
                                            // schedulers
constexpr uint64_t kEndless = uint64_t{1} << 40; // in segments

} // namespace

unsigned TcpConfig::cells(uint64_t bytes) const {
  return static_cast<unsigned>((kHeaderBytes + bytes + kCellBytes - 1) / kCellBytes);
}

uint64_t TcpConfig::cells_of_flow(uint64_t bytes) const {
  const uint64_t full = segments(bytes) - 1;
  return full * cells(segment) + cells(bytes - full * segment);
}

TcpHosts::TcpHosts(const TcpConfig& config, const TrafficConfig& background, unsigned ports,
                   uint64_t seed)
    : config_(config), ports_(ports) {
  for (const FlowSize& s : config.sizes) {
    shares_ += s.share;
    cells_ += s.share * config.cells_of_flow(s.bytes);
  }
  for (unsigned i = 0; i < ports; ++i) {
    hosts_.push_back({Random(seed, kStream + i), {}, {}});
    if (background.load > 0) hosts_[i].background.emplace(background, ports, i, seed);
  }
}

void TcpHosts::begin_slot(Slot now, Meter& meter) {
  now_ = now;
  meter_ = &meter;
  batch_ = meter.batch();
  for (; !deliveries_.empty() && deliveries_.front().at <= now; deliveries_.pop_front())
    deliver(deliveries_.front().part);
  while (!timers_.empty() && timers_.top().at <= now) {
    const Timer timer = timers_.top();
    timers_.pop();
    wake(timer);
  }
  if (now == 0)
    for (unsigned k = 0; k < config_.endless; ++k)
      for (unsigned i = 0; i < ports_; ++i)
        begin_flow(i, true);
  if (!begins_) return;
  begin_flows();
  background();
}

void TcpHosts::begin_flows() {
  if (config_.load == 0) return;
  for (unsigned i = 0; i < ports_; ++i)
    if (hosts_[i].random.below(kMillion * cells_) < config_.load * shares_) begin_flow(i, false);
}

void TcpHosts::begin_flow(unsigned from, bool endless) {
  Random& random = hosts_[from].random;
  uint8_t size = 0;
  if (!endless && config_.sizes.size() > 1)
    for (uint64_t x = random.below(shares_); x >= config_.sizes[size].share; ++size)
      x -= config_.sizes[size].share;
  const uint64_t bytes = endless ? kEndless * config_.segment : config_.sizes[size].bytes;
  const uint64_t segments = config_.segments(bytes);
  Flow flow{TcpSender(config_, segments), TcpReceiver(config_), bytes, segments, now_};
  flow.from = static_cast<uint8_t>(from);
  flow.to = static_cast<uint8_t>(random.below(ports_));
  flow.size = size;
  flow.endless = endless;
  flow.live = true;
  auto id = static_cast<uint32_t>(flows_.size());
  if (free_.empty()) {
    flows_.push_back(std::move(flow));
  } else {
    id = free_.back();
    free_.pop_back();
    flows_[id] = std::move(flow);
  }
  ++live_;
  if (batch_) ++batch_->tcp.begun;
  settle(id);
}

// Background traffic on each source's own line, where packets arrive as without TCP.
void TcpHosts::background() {
  for (unsigned i = 0; i < ports_; ++i) {
    Host& host = hosts_[i];
    if (!host.background) return;
    if (host.background_left > 0) {
      --host.background_left;
    } else if (const auto draw = host.background->next()) {
      host.background_left = draw->cells - 1u;
      enqueue(i, *draw);
    }
  }
}

std::optional<Draw> TcpHosts::next(unsigned input) {
  for (auto& queue : hosts_[input].waiting) {
    if (queue.empty()) continue;
    const Draw draw = queue.front();
    queue.pop_front();
    --waiting_;
    return draw;
  }
  return {};
}

void TcpHosts::enqueue(unsigned from, const Draw& draw) {
  const size_t queue = config_.short_first ? static_cast<size_t>(draw.of) : 0;
  hosts_[from].waiting[queue].push_back(draw);
  ++waiting_;
}

void TcpHosts::leave(const TcpPart& part) {
  deliveries_.push_back({now_ + 1 + config_.delay, part});
}

void TcpHosts::drop(const TcpPart& part) {
  if (batch_) ++batch_->tcp.dropped;
  --flows_[part.flow].packets;
  settle(part.flow);
}

void TcpHosts::deliver(const TcpPart& part) {
  Flow& flow = flows_[part.flow];
  --flow.packets;
  if (part.ack)
    flow.sender.acknowledge(part.number, now_);
  else
    receive(part.flow, part.number);
  settle(part.flow);
}

void TcpHosts::receive(uint32_t id, uint64_t number) {
  Flow& flow = flows_[id];
  const uint64_t expected = flow.receiver.expected();
  if (batch_ && number > expected) ++batch_->tcp.ahead;
  const uint64_t newly = flow.receiver.receive(number, now_);
  if (batch_)
    for (uint64_t k = 0; k < newly; ++k)
      batch_->tcp.bytes += bytes_of(flow, expected + k);
  if (newly > 0 && flow.receiver.expected() == flow.segments)
    meter_->complete(flow.size, now_ - flow.begun);
}

void TcpHosts::wake(const Timer& timer) {
  Flow& flow = flows_[timer.flow];
  if (!flow.live || flow.armed != timer.at) return; // superseded by a newer timer
  flow.armed = kNever;
  if (flow.sender.deadline() <= now_) flow.sender.expire(now_);
  settle(timer.flow);
}

void TcpHosts::settle(uint32_t id) {
  if (flows_[id].receiver.due() <= now_) send_ack(id);
  send_data(id);
  Flow& flow = flows_[id];
  if (batch_)
    batch_->tcp.add(flow.sender.take_counts());
  else
    flow.sender.take_counts();
  if (flow.sender.done() && flow.packets == 0) {
    flow.live = false;
    --live_;
    free_.push_back(id);
    return;
  }
  const Slot due = std::min(flow.sender.deadline(), flow.receiver.due());
  if (due >= flow.armed) return; // will be checked again then
  flow.armed = due;
  timers_.push({due, id});
}

void TcpHosts::send_data(uint32_t id) {
  Flow& flow = flows_[id];
  while (const auto segment = flow.sender.next(now_)) {
    Draw draw;
    draw.cells = static_cast<uint16_t>(config_.cells(bytes_of(flow, *segment)));
    draw.of = Class::Long; // always Long, so that data keeps its order
    draw.content = Content::TcpData;
    draw.output = flow.to;
    draw.tcp = {id, static_cast<uint32_t>(*segment), false};
    send(id, draw, flow.from);
  }
}

void TcpHosts::send_ack(uint32_t id) {
  Flow& flow = flows_[id];
  Draw draw;
  draw.of = Class::Short;
  draw.content = Content::TcpBare;
  draw.output = flow.from;
  draw.tcp = {id, static_cast<uint32_t>(flow.receiver.expected()), true};
  flow.receiver.acknowledged();
  if (batch_) ++batch_->tcp.acks;
  send(id, draw, flow.to);
}

void TcpHosts::send(uint32_t id, const Draw& draw, unsigned from) {
  ++flows_[id].packets;
  enqueue(from, draw);
}

uint64_t TcpHosts::bytes_of(const Flow& flow, uint64_t segment) const {
  return std::min<uint64_t>(config_.segment, flow.bytes - segment * config_.segment);
}

void TcpHosts::stop() {
  begins_ = false;
  for (uint32_t id = 0; id < flows_.size(); ++id) {
    Flow& flow = flows_[id];
    if (!flow.live || !flow.endless) continue;
    flow.sender.finish();
    settle(id);
  }
}

uint64_t TcpReceiver::receive(uint64_t number, Slot now) {
  const uint64_t before = expected_;
  const bool hole = !ahead_.empty();
  if (number > expected_) ahead_.insert(number);
  if (number == expected_) ++expected_;
  while (!ahead_.empty() && *ahead_.begin() == expected_) {
    ahead_.erase(ahead_.begin());
    ++expected_;
  }
  ++pending_;
  const bool at_once = number != before || hole || pending_ >= rules_->ack_every;
  due_ = at_once ? now : std::min(due_, now + rules_->ack_delay);
  return expected_ - before;
}

} // namespace ixp::fabric
