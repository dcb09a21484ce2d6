#include "fabric/buffers.h"

#include <cassert>
#include <stdexcept>

namespace ixp::fabric {

InputBuffers::InputBuffers(unsigned ports, ShortQueues short_queues, PacketPool& pool)
    : ports_(ports), short_queues_(short_queues), pool_(pool) {
  queues_[at(Lane::Long)].resize(ports * ports);
  queues_[at(Lane::Short)].resize(short_queues == ShortQueues::Fifo ? ports : ports * ports);
}

Lane InputBuffers::lane_of(const Packet& p) const {
  const bool apart = short_queues_ == ShortQueues::Fifo || short_queues_ == ShortQueues::Voqs;
  return apart && p.of == Class::Short ? Lane::Short : Lane::Long;
}

const InputBuffers::Queue& InputBuffers::queue(Lane lane, unsigned input, unsigned output) const {
  if (lane == Lane::Short && short_queues_ == ShortQueues::Fifo) return queues_[at(lane)][input];
  return queues_[at(lane)][input * ports_ + output];
}
InputBuffers::Queue& InputBuffers::queue(Lane lane, unsigned input, unsigned output) {
  return const_cast<Queue&>(static_cast<const InputBuffers*>(this)->queue(lane, input, output));
}

const Packet& InputBuffers::head(Lane lane, unsigned input, unsigned output) const {
  const Packet& p = pool_[queue(lane, input, output).packets.head];
  assert(p.output == output && "the head of a FIFO asks for another output");
  return p;
}

uint64_t InputBuffers::length(Lane lane, unsigned input, unsigned output) const {
  return queue(lane, input, output).cells;
}

uint64_t InputBuffers::age(Lane lane, unsigned input, unsigned output, Slot now) const {
  const Packet& p = head(lane, input, output);
  return now - (p.arrival + (p.streamed ? p.sent : 0)) + 1;
}

unsigned InputBuffers::left(Lane lane, unsigned input, unsigned output) const {
  const Packet& p = head(lane, input, output);
  return p.cells - p.sent;
}

void InputBuffers::enter(PacketId id) {
  const Packet& p = pool_[id];
  const Lane lane = lane_of(p);
  Queue& q = queue(lane, p.input, p.output);
  if (short_queues_ == ShortQueues::First && p.of == Class::Short)
    insert_first(q, id);
  else
    q.packets.push(pool_, id);
  q.cells += p.arrived;
  count(p, p.arrived);
  show(lane, q);
}

// Inserts after the packet in transmission and after earlier short packets.
void InputBuffers::insert_first(Queue& q, PacketId id) {
  PacketId before = q.last_short;
  if (before == kNoPacket && !q.packets.empty() && pool_[q.packets.head].sent > 0)
    before = q.packets.head;
  q.packets.insert_behind(pool_, before, id);
  q.last_short = id;
}

void InputBuffers::more(PacketId id) {
  Packet& p = pool_[id];
  ++p.arrived;
  const Lane lane = lane_of(p);
  Queue& q = queue(lane, p.input, p.output);
  ++q.cells;
  count(p, 1);
  if (q.packets.head == id) show(lane, q);
}

Cell InputBuffers::take(Lane lane, unsigned input, unsigned output) {
  Queue& q = queue(lane, input, output);
  const PacketId id = q.packets.head;
  Packet& p = pool_[id];
  assert(p.output == output && p.sent < p.arrived);
  const Cell cell{id, p.sent++, p.sent == p.cells};
  --q.cells;
  count(p, ~uint64_t{0});
  if (cell.last) {
    if (q.last_short == id) q.last_short = kNoPacket;
    q.packets.pop(pool_);
  }
  if (cell.last || p.sent == p.arrived) {
    hide(lane, input, output);
    show(lane, q);
  }
  return cell;
}

void InputBuffers::count(const Packet& p, uint64_t cells) {
  cells_[static_cast<size_t>(p.of)][p.input] += cells;
  total_[static_cast<size_t>(p.of)] += cells;
}

void InputBuffers::show(Lane lane, const Queue& q) {
  if (q.packets.empty()) return;
  const Packet& p = pool_[q.packets.head];
  if (p.sent == p.arrived) return;
  wanted_[at(lane)][p.input] |= bit(p.output);
  asking_[at(lane)][p.output] |= bit(p.input);
}

void InputBuffers::hide(Lane lane, unsigned input, unsigned output) {
  wanted_[at(lane)][input] &= ~bit(output);
  asking_[at(lane)][output] &= ~bit(input);
}

Outputs::Outputs(unsigned ports, PacketPool& pool) : pool_(pool), ports_(ports) {}

void Outputs::receive(unsigned output, const Cell& cell) {
  Port& port = ports_[output];
  const Packet& p = pool_[cell.packet];
  Assembly& assembly = port.assembly[static_cast<size_t>(p.of)][p.input];
  if (cell.index == 0) assembly = {cell.packet, 0};
  ++assembly.cells;
  ++port.cells;
  ++cells_;
  if (!cell.last) return;
  if (assembly.packet != cell.packet || assembly.cells != p.cells)
    throw std::logic_error("an output put cells of several packets together");
  port.whole[static_cast<size_t>(p.of)].push(pool_, cell.packet);
}

bool Outputs::begin(Port& port) {
  for (PacketQueue& queue : port.whole) { // short packets first
    if (queue.empty()) continue;
    port.sending = queue.pop(pool_);
    port.left = pool_[port.sending].cells;
    return true;
  }
  return false;
}

Outputs::Sent Outputs::send(unsigned output) {
  Port& port = ports_[output];
  if (port.left == 0 && !begin(port)) return {};
  --port.cells;
  --cells_;
  --port.left;
  return {true, port.left > 0 ? kNoPacket : port.sending};
}

} // namespace ixp::fabric
