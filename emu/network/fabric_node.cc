#include "emu/network/fabric_node.h"
#include "fabric/report.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace ixp {

using fabric::Batch, fabric::Class, fabric::Content, fabric::FabricConfig, fabric::Packet;
using fabric::kClasses;
using fabric::PacketId, fabric::Time, fabric::Times;

static constexpr uint64_t kStep = 1000; // speedup is in thousandths
static constexpr unsigned kBatches = 20;

// Statistics need the number of slots to form batches; if the end of the run is unknown, all slots
// form one batch.
static FabricNodeConfig with_slots(FabricNodeConfig c, std::optional<NetTime> until) {
  FabricConfig& f = c.fabric;
  f.slots = until ? *until / net_time_of_ns(c.slot_ns) : 1;
  f.warmup = c.warmup ? *c.warmup : until ? f.slots / 10 : 0;
  f.batches = until && f.slots >= f.warmup + kBatches ? kBatches : 1;
  f.slots = std::max(f.slots, f.warmup + 1);
  return c;
}

FabricNode::FabricNode(FabricNodeConfig config, uint16_t number, std::optional<NetTime> until,
                       uint64_t seed)
    : config_(with_slots(std::move(config), until)), number_(number),
      buffers_(config_.fabric.ports, config_.fabric.scheduler->short_queues, pool_),
      scheduler_(
          config_.fabric.scheduler->make(config_.fabric.ports, config_.fabric.iterations, seed)),
      meter_(config_.fabric.slots, config_.fabric.warmup, config_.fabric.batches),
      audit_(config_.fabric.ports, scheduler_->holds() != nullptr), inputs_(config_.fabric.ports),
      outputs_(size_t{2} * config_.fabric.ports) {
  config_.fabric.seed = seed;
}

std::unique_ptr<FabricInput> FabricNode::make_input(unsigned port, const FabricLine& line) {
  auto input = std::make_unique<FabricInput>(line);
  inputs_[port].line = input.get();
  return input;
}

std::unique_ptr<FabricOutput> FabricNode::make_output(unsigned port, const FabricLine& line,
                                                      const WireConfig& wire, uint64_t seed,
                                                      unsigned number) {
  auto output = std::make_unique<FabricOutput>(line, wire, seed, number);
  outputs_[port] = output.get();
  return output;
}

// ---- Time

NetTime FabricNode::begin_of(fabric::Slot slot) const {
  return net_time_of_ns(slot * config_.slot_ns);
}

fabric::Slot FabricNode::slot_at(NetTime t) const {
  fabric::Slot slot = static_cast<fabric::Slot>(static_cast<unsigned __int128>(t) * 1000 /
                                                (kNetworkMhz * config_.slot_ns));
  while (begin_of(slot) < t)
    ++slot;
  return slot;
}

NetTime FabricNode::next_action() const {
  if (cells_at_inputs() > 0 || granted_ > 0) return begin_of(now_);
  NetTime whole = kNever;
  for (const Input& input : inputs_)
    if (input.line) whole = std::min(whole, input.line->next_whole());
  return whole == kNever ? kNever : begin_of(std::max(now_, slot_at(whole)));
}

bool FabricNode::empty() const {
  return cells_at_inputs() == 0 && granted_ == 0;
}

uint64_t FabricNode::cells_at_inputs() const {
  return buffers_.cells(Class::Short) + buffers_.cells(Class::Long);
}

void FabricNode::run_to(NetTime to) {
  while (begin_of(now_) < to)
    run_slot();
}

void FabricNode::run_slot() {
  meter_.begin_slot(now_);
  audit_.begin_slot(now_);
  const NetTime begin = begin_of(now_);
  for (unsigned i = 0; i < inputs_.size(); ++i) {
    Input& input = inputs_[i];
    while (input.line && input.line->next_whole() <= begin)
      accept(i, input.line->take());
    for (const Class c : kClasses) {
      uint64_t& most = meter_.most_at_input[static_cast<size_t>(c)];
      most = std::max(most, buffers_.cells(c, i));
    }
    cross_due(i);
  }
  for (steps_due_ += config_.fabric.speedup; steps_due_ >= kStep; steps_due_ -= kStep)
    step();
  end_slot();
  ++now_;
}

// ---- Arrivals

void FabricNode::accept(unsigned input, WireFrame frame) {
  CellHeader h;
  bool idle = false;
  std::string wrong = inputs_[input].line->cframes()
                          ? read_cell_cframe(frame.bytes, config_.fabric.ports, h, idle)
                          : read_cell(frame.bytes, config_.fabric.ports, h);
  if (idle) return;
  if (wrong.empty() && h.input != input)
    wrong = fmt::format("says that it is from input {}", h.input);
  else if (wrong.empty() && h.type == CellType::Grant)
    wrong = "is a grant, which cards do not send";
  if (wrong.empty()) {
    if (config_.grants_ahead == 0)
      wrong = take_cell(input, h, frame);
    else if (h.type == CellType::Request)
      wrong = take_request(input, h);
    else
      wrong = take_answer(input, h, frame);
  }
  if (wrong.empty()) return;
  if (counts_.wrong++ == 0)
    first_wrong_ = fmt::format("slot {}: the frame that came to input {} {}", now_, input, wrong);
}

// Creates the packet that a header begins.
PacketId FabricNode::enter(unsigned input, const CellHeader& h, unsigned arrived) {
  Packet p;
  p.arrival = now_;
  p.cells = static_cast<uint16_t>(h.behind + 1);
  p.arrived = static_cast<uint16_t>(arrived);
  p.input = static_cast<uint8_t>(input);
  p.output = h.output;
  p.of = h.of;
  p.content = h.of == Class::Short ? Content::Short : Content::Long;
  p.flow = input * config_.fabric.ports + h.output;
  if (Batch* b = meter_.batch()) {
    b->offered += p.cells;
    ++b->offered_packets[static_cast<size_t>(p.of)];
  }
  order_.enter(p);
  const PacketId id = pool_.add(p);
  if (id >= cells_of_.size()) {
    cells_of_.resize(id + 1);
    numbers_.resize(id + 1);
  }
  numbers_[id] = h.packet;
  buffers_.enter(id);
  audit_.enter(id, pool_[id]);
  return id;
}

std::string FabricNode::take_cell(unsigned input, const CellHeader& h, WireFrame& frame) {
  if (h.type != CellType::Unicast) return "is a request; set grants_ahead of [fabric]";
  Input& in = inputs_[input];
  const auto c = static_cast<size_t>(h.of);
  if (h.first) {
    if (in.to_come[c] > 0)
      return fmt::format("begins a {} packet where {} cells of another one are to come", name(h.of),
                         in.to_come[c]);
    if (h.packet != in.next_number[c])
      return fmt::format("is of {} packet {} where {} is due", name(h.of), h.packet,
                         in.next_number[c]);
    in.packet[c] = enter(input, h, 1);
    in.next_number[c] = (h.packet + 1) % kPacketNumbers;
  } else {
    const PacketId id = in.packet[c];
    if (in.to_come[c] == 0 || h.behind + 1u != in.to_come[c] || h.packet != numbers_[id] ||
        h.output != pool_[id].output)
      return fmt::format("is of {} packet {}, {} cells after it, but another one is due",
                         name(h.of), h.packet, h.behind);
    buffers_.more(id);
    audit_.more(id);
  }
  in.to_come[c] = h.behind;
  ++counts_.cells_in;
  cells_of_[in.packet[c]].push_back(std::move(frame));
  return {};
}

std::string FabricNode::take_request(unsigned input, const CellHeader& h) {
  uint16_t& due = inputs_[input].next_number[static_cast<size_t>(h.of)];
  if (h.packet != due)
    return fmt::format("asks for {} packet {} where {} is due", name(h.of), h.packet, due);
  due = (h.packet + 1) % kPacketNumbers;
  ++counts_.requests;
  enter(input, h, h.behind + 1u);
  return {};
}

// Cells arrive in the order of their grants.
std::string FabricNode::take_answer(unsigned input, const CellHeader& h, WireFrame& frame) {
  Input& in = inputs_[input];
  if (in.cells.size() >= in.turns.size()) return "is a cell that was not granted";
  const Turn& turn = in.turns[in.cells.size()];
  const Packet& p = pool_[turn.cell.packet];
  if (h.of != p.of || h.output != turn.output || h.packet != numbers_[turn.cell.packet] ||
      h.behind != p.cells - turn.cell.index - 1 || h.first != (turn.cell.index == 0))
    return fmt::format("is of {} packet {} to output {}, {} cells after it, where packet {} to "
                       "output {}, {} cells after it, was granted",
                       name(h.of), h.packet, h.output, h.behind, numbers_[turn.cell.packet],
                       turn.output, p.cells - turn.cell.index - 1);
  const uint64_t after = now_ - (turn.slot - config_.grants_ahead);
  ++counts_.answers;
  counts_.answered_after += after;
  counts_.soonest = std::min(counts_.soonest, after);
  counts_.slowest = std::max(counts_.slowest, after);
  ++counts_.cells_in;
  in.cells.push_back(std::move(frame));
  return {};
}

// ---- Crossing

void FabricNode::step() {
  match_.clear();
  scheduler_->schedule(buffers_, now_, match_);
  if (Batch* b = meter_.batch()) note_interruptions(scheduler_->holds(), match_, buffers_, *b);
  audit_.begin_step();
  fabric::for_each(match_.inputs, [&](unsigned i) {
    const Turn turn{now_ + config_.grants_ahead, match_.output[i],
                    buffers_.take(match_.lane[i], i, match_.output[i])};
    audit_.cross(i, turn.output, match_.lane[i], turn.cell);
    if (config_.grants_ahead > 0) return grant(i, turn);
    auto& cells = cells_of_[turn.cell.packet];
    WireFrame frame = std::move(cells.front());
    cells.pop_front();
    cross(i, turn, std::move(frame));
  });
}

void FabricNode::grant(unsigned input, const Turn& turn) {
  const Packet& p = pool_[turn.cell.packet];
  CellHeader h;
  h.of = p.of;
  h.input = static_cast<uint8_t>(input);
  h.output = turn.output;
  h.packet = numbers_[turn.cell.packet];
  h.behind = static_cast<uint16_t>(p.cells - turn.cell.index - 1);
  inputs_[input].turns.push_back(turn);
  ++granted_;
  const unsigned port = config_.fabric.ports + input;
  FabricOutput* output = outputs_[outputs_[port] ? port : input];
  WireFrame frame;
  frame.bytes = grant_frame(h, output->cframes());
  frame.line_bytes = static_cast<uint32_t>(frame.bytes.size());
  frame.id = {number_,  static_cast<uint8_t>(port), true, counts_.grants++, begin_of(now_),
              {number_}};
  output->put(begin_of(now_), std::move(frame));
}

// Sends cells whose slot is now or has passed.
void FabricNode::cross_due(unsigned input) {
  Input& in = inputs_[input];
  while (!in.turns.empty() && in.turns.front().slot <= now_ && !in.cells.empty()) {
    const Turn turn = in.turns.front();
    in.turns.pop_front();
    --granted_;
    if (turn.slot < now_) {
      ++counts_.late;
      counts_.latest = std::max(counts_.latest, now_ - turn.slot);
    }
    WireFrame frame = std::move(in.cells.front());
    in.cells.pop_front();
    cross(input, turn, std::move(frame));
  }
}

void FabricNode::cross(unsigned input, const Turn& turn, WireFrame frame) {
  Packet& p = pool_[turn.cell.packet];
  if (turn.cell.index == 0) p.first_sent = now_;
  ++counts_.cells_out;
  ++crossed_of_open_;
  if (outputs_[turn.output]) {
    frame.id.path.push_back(number_);
    if (outputs_[turn.output]->cframes()) make_ready(frame.bytes);
    outputs_[turn.output]->put(begin_of(now_), std::move(frame));
  }
  Batch* batch = meter_.batch();
  if (batch) ++batch->crossed, ++batch->left;
  if (!turn.cell.last) return;
  crossed_of_open_ -= p.cells;
  audit_.hand_over(turn.output, turn.cell.packet);
  order_.leave(p, batch ? &batch->order : nullptr);
  if (batch) {
    const uint64_t needed = std::max<uint64_t>(1, p.cells * kStep / config_.fabric.speedup);
    Times& times = batch->times[static_cast<size_t>(p.of)];
    const uint64_t crossing = now_ - p.arrival + 1;
    times.add(Time::Crossing, crossing);
    times.add(Time::Waiting, crossing - std::min(crossing, needed));
    times.add(Time::Service, now_ - p.first_sent + 1);
  }
  pool_.remove(turn.cell.packet);
}

void FabricNode::end_slot() {
  audit_.end_slot(cells_at_inputs(), crossed_of_open_ + granted_);
  Batch* b = meter_.batch();
  if (!b) return;
  for (const Class c : kClasses)
    b->waiting[static_cast<size_t>(c)] += buffers_.cells(c);
}

using Json = nlohmann::ordered_json;

std::string FabricNode::statistics() const {
  Json j = Json::parse(fabric::to_json(config_.fabric, meter_));
  Json& of_node = j["fabric"];
  of_node["slots"] = now_;
  of_node["slot_ns"] = config_.slot_ns;
  of_node["grants_ahead"] = config_.grants_ahead;
  const Counts& c = counts_;
  j["cells"] = {{"in", c.cells_in}, {"out", c.cells_out}, {"inside", c.cells_in - c.cells_out}};
  j["wrong_frames"] = c.wrong;
  NetTime longest = 0;
  for (const FabricOutput* output : outputs_)
    if (output) longest = std::max(longest, output->longest_wait());
  j["longest_wait_for_line_ns"] = c.cells_out ? Json(longest * 1000 / kNetworkMhz) : Json();
  if (config_.grants_ahead == 0) return j.dump();
  // Times from the slot of a grant to the arrival of its cell.
  Json answers = {{"cells", c.answers}};
  if (c.answers)
    answers.update({{"least", c.soonest},
                    {"mean_thousandths", c.answered_after * 1000 / c.answers},
                    {"most", c.slowest}});
  j["requests"] = c.requests;
  j["grants"] = c.grants;
  j["slots_from_grant_to_cell"] = answers;
  j["late_cells"] = c.late;
  return j.dump();
}

std::vector<std::string> FabricNode::failures() const {
  std::vector<std::string> out;
  if (counts_.wrong)
    out.push_back(fmt::format("{}: {} frames were not the expected ones and were dropped; {}",
                              config_.name, counts_.wrong, first_wrong_));
  if (counts_.late)
    out.push_back(fmt::format("{}: {} cells came too late for their slot, by {} slots at most; set "
                              "grants_ahead of [fabric] to {}",
                              config_.name, counts_.late, counts_.latest,
                              config_.grants_ahead + counts_.latest));
  return out;
}

} // namespace ixp
