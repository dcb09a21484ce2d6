#include "fabric/fabric.h"

namespace ixp::fabric {

constexpr uint64_t kStep = 1000; // speedup is in thousandths

Fabric::Fabric(const FabricConfig& config, bool check)
    : config_(config), lines_(config.ports),
      buffers_(config.ports, config.scheduler->short_queues, pool_),
      scheduler_(config.scheduler->make(config.ports, config.iterations, config.seed)),
      outputs_(config.ports, pool_), meter_(config.slots, config.warmup, config.batches) {
  if (config.tcp.enabled())
    hosts_ = std::make_unique<TcpHosts>(config.tcp, config.traffic, config.ports, config.seed);
  else if (!config.arrivals.empty())
    replayed_.resize(config.ports), of_file_.resize(config.arrivals.packets.size());
  else
    for (unsigned i = 0; i < config.ports; ++i)
      sources_.emplace_back(config.traffic, config.ports, i, config.seed);
  if (check) audit_ = std::make_unique<Audit>(config.ports, scheduler_->holds() != nullptr);
}

uint64_t Fabric::cells_inside() const {
  uint64_t cells = outputs_.cells();
  for (Class c : kClasses)
    cells += buffers_.cells(c);
  for (const Line& line : lines_) // packets that enter whole wait for their last cell
    if (line.left > 0 && line.packet != kNoPacket && !pool_[line.packet].streamed)
      cells += pool_[line.packet].cells - line.left;
  return cells;
}

void Fabric::stop_arrivals() {
  arrivals_ = false;
  if (hosts_) hosts_->stop();
}

bool Fabric::idle() const {
  return !arrivals_ && cells_inside() == 0 && (!hosts_ || hosts_->idle());
}

void Fabric::run_slot() {
  meter_.begin_slot(now_);
  if (audit_) audit_->begin_slot(now_);
  if (hosts_) hosts_->begin_slot(now_, meter_);
  for (unsigned i = 0; i < config_.ports; ++i)
    arrive(i);
  for (steps_due_ += config_.speedup; steps_due_ >= kStep; steps_due_ -= kStep)
    step();
  for (unsigned j = 0; j < config_.ports; ++j)
    send(j);
  end_slot();
  ++now_;
}

void Fabric::arrive(unsigned input) {
  Line& line = lines_[input];
  if (!replayed_.empty()) {
    if (arrivals_) replay(input);
  } else if (line.left > 0) {
    --line.left;
    if (line.packet == kNoPacket) {
      // The packet was dropped on entry.
    } else if (pool_[line.packet].streamed) {
      buffers_.more(line.packet);
      if (audit_) audit_->more(line.packet);
    } else if (line.left == 0) {
      Packet& p = pool_[line.packet];
      p.arrived = p.cells;
      p.arrival = now_;
      enter(line.packet);
    }
  } else if (const auto draw = hosts_      ? hosts_->next(input)
                               : arrivals_ ? sources_[input].next()
                                           : std::nullopt) {
    begin_packet(input, *draw);
  }
  for (size_t c = 0; c < kClasses.size(); ++c)
    meter_.most_at_input[c] = std::max(meter_.most_at_input[c], buffers_.cells(kClasses[c], input));
}

// Enters all cells of the file that are due: several per slot if a line card sends faster than a
// line.
void Fabric::replay(unsigned input) {
  const auto& cells = config_.arrivals.cells[input];
  for (size_t& at = replayed_[input]; at < cells.size() && cells[at].slot <= now_; ++at) {
    PacketId& id = of_file_[cells[at].packet];
    if (cells[at].first) {
      id = begin(input, config_.arrivals.packets[cells[at].packet], 1, false);
      if (id != kNoPacket) enter(id);
    } else if (id != kNoPacket) {
      buffers_.more(id);
      if (audit_) audit_->more(id);
    }
  }
}

void Fabric::begin_packet(unsigned input, const Draw& draw) {
  const bool at_once = config_.traffic.arrivals == Arrivals::Bernoulli;
  const bool streamed = !at_once && config_.traffic.enter == Enter::Cells;
  const PacketId id = begin(input, draw, streamed ? 1 : draw.cells, streamed);
  if (!at_once) lines_[input] = {id, static_cast<uint16_t>(draw.cells - 1)};
  if (id != kNoPacket && (at_once || streamed || draw.cells == 1)) enter(id);
}

// Creates a packet of which `arrived` cells are present, or will be when it enters. Returns
// kNoPacket if it is dropped.
PacketId Fabric::begin(unsigned input, const Draw& draw, unsigned arrived, bool streamed) {
  Packet p;
  p.arrival = now_;
  p.cells = draw.cells;
  p.arrived = static_cast<uint16_t>(arrived);
  p.streamed = streamed;
  p.input = static_cast<uint8_t>(input);
  p.output = draw.output;
  p.of = draw.of;
  p.content = draw.content;
  p.flow = flow_of(input, draw);
  p.tcp = draw.tcp;
  if (Batch* b = meter_.batch()) {
    b->offered += p.cells;
    ++b->offered_packets[static_cast<size_t>(p.of)];
  }
  if (!fits(input, p.cells)) {
    drop(draw);
    return kNoPacket;
  }
  order_.enter(p);
  return pool_.add(p);
}

bool Fabric::fits(unsigned input, unsigned cells) const {
  if (config_.input_cells == 0) return true;
  return buffers_.cells(Class::Short, input) + buffers_.cells(Class::Long, input) + cells <=
         config_.input_cells;
}

void Fabric::drop(const Draw& draw) {
  if (Batch* b = meter_.batch()) ++b->dropped[static_cast<size_t>(draw.of)];
  if (hosts_ && draw.tcp.flow != TcpPart::kNone) hosts_->drop(draw.tcp);
}

// Flow number: one per pair of ports, or per input and flow of the captures. The two flows of each
// TCP connection (data, ACKs) follow.
uint32_t Fabric::flow_of(unsigned input, const Draw& draw) const {
  const TrafficConfig& traffic = config_.traffic;
  const bool of_captures = traffic.destinations == Destinations::Flows;
  const uint32_t others = of_captures ? traffic.sizes.flows : config_.ports;
  if (draw.tcp.flow != TcpPart::kNone)
    return config_.ports * others + 2 * draw.tcp.flow + draw.tcp.ack;
  return input * others + (of_captures ? draw.flow : draw.output);
}

void Fabric::enter(PacketId id) {
  buffers_.enter(id);
  if (audit_) audit_->enter(id, pool_[id]);
}

void Fabric::step() {
  match_.clear();
  scheduler_->schedule(buffers_, now_, match_);
  if (Batch* b = meter_.batch()) note_interruptions(scheduler_->holds(), match_, buffers_, *b);
  if (audit_) audit_->begin_step();
  for_each(match_.inputs, [&](unsigned i) { cross(i, match_.output[i], match_.lane[i]); });
}

void Fabric::cross(unsigned input, unsigned output, Lane lane) {
  const Cell cell = buffers_.take(lane, input, output);
  Packet& p = pool_[cell.packet];
  if (cell.index == 0) p.first_sent = now_;
  if (audit_) audit_->cross(input, output, lane, cell);
  outputs_.receive(output, cell);
  meter_.most_at_output = std::max(meter_.most_at_output, outputs_.cells(output));
  Batch* batch = meter_.batch();
  if (!batch) return;
  ++batch->crossed;
  if (!cell.last) return;
  // Minimum slots to cross: the number of cells if these arrive one per slot.
  const uint64_t needed =
      p.streamed ? p.cells : std::max<uint64_t>(1, p.cells * kStep / config_.speedup);
  Times& times = batch->times[static_cast<size_t>(p.of)];
  times.add(Time::Crossing, now_ - p.arrival + 1);
  times.add(Time::Waiting, now_ - p.arrival + 1 - needed);
  times.add(Time::Service, now_ - p.first_sent + 1);
}

void Fabric::send(unsigned output) {
  const Outputs::Sent sent = outputs_.send(output);
  if (!sent.cell) return;
  Batch* batch = meter_.batch();
  if (batch) ++batch->left;
  if (audit_) audit_->send(output);
  if (sent.left == kNoPacket) return;
  if (audit_) audit_->leave(output, sent.left);
  const Packet& p = pool_[sent.left];
  order_.leave(p, batch ? &batch->order : nullptr);
  if (hosts_ && p.tcp.flow != TcpPart::kNone) hosts_->leave(p.tcp);
  if (batch) batch->times[static_cast<size_t>(p.of)].add(Time::Delay, now_ - p.arrival + 1);
  pool_.remove(sent.left);
}

void Fabric::end_slot() {
  const uint64_t at_inputs = buffers_.cells(Class::Short) + buffers_.cells(Class::Long);
  if (audit_) audit_->end_slot(at_inputs, outputs_.cells());
  Batch* b = meter_.batch();
  if (!b) return;
  for (Class c : kClasses)
    b->waiting[static_cast<size_t>(c)] += buffers_.cells(c);
  b->at_outputs += outputs_.cells();
}

} // namespace ixp::fabric
