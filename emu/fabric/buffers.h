// The input side: queues of packets whose cells wait for the crossbar.
//
// Long packets wait in virtual output queues, one for each pair of input and output, so that none
// waits behind a packet for another output. Where short ones wait depends on the scheduler:
//
//   Together   in the same virtual output queues, first come first served
//   First      in the same queues, before long packets that have not begun
//   Fifo       in one queue an input, in the order of arrival (P-SPF)
//   Voqs       in virtual output queues of their own (SPF)
//
// Schedulers see two lanes, Short and Long. With Together and First all packets are in lane Long.
// The head of a queue asks for its output while it has a cell: one that has arrived and is not
// sent.
#pragma once

#include "emu/fabric/packet.h"
#include "emu/fabric/ports.h"

#include <array>
#include <cstddef>
#include <vector>

namespace ixp::fabric {

enum class Lane : uint8_t { Short, Long };
enum class ShortQueues : uint8_t { Together, First, Fifo, Voqs };

class InputBuffers {
public:
  InputBuffers(unsigned ports, ShortQueues short_queues, PacketPool& pool);

  // A packet of which `arrived` cells, one or more, are there.
  void enter(PacketId id);
  // One more cell of a packet that entered.
  void more(PacketId id);
  // Takes the next cell of lane, input and output, which there must be.
  Cell take(Lane lane, unsigned input, unsigned output);

  // For schedulers
  unsigned ports() const { return ports_; }
  // Outputs that an input has a cell for, and the same by output.
  Ports wanted(Lane lane, unsigned input) const { return wanted_[at(lane)][input]; }
  Ports asking(Lane lane, unsigned output) const { return asking_[at(lane)][output]; }
  bool has_cell(Lane lane, unsigned input, unsigned output) const {
    return wanted(lane, input) & bit(output);
  }
  // Of a queue whose head asks for `output`: cells in it; slots since its first cell arrived, and
  // one; cells that its head has yet to send.
  uint64_t length(Lane lane, unsigned input, unsigned output) const;
  uint64_t age(Lane lane, unsigned input, unsigned output, Slot now) const;
  unsigned left(Lane lane, unsigned input, unsigned output) const;

  // For statistics: cells of a class that wait at an input, and at all.
  uint64_t cells(Class c, unsigned input) const { return cells_[static_cast<size_t>(c)][input]; }
  uint64_t cells(Class c) const { return total_[static_cast<size_t>(c)]; }

private:
  struct Queue {
    PacketQueue packets;
    PacketId last_short = kNoPacket; // First: the last of the short ones in front
    uint64_t cells = 0;
  };
  static size_t at(Lane lane) { return static_cast<size_t>(lane); }
  Lane lane_of(const Packet& p) const;
  Queue& queue(Lane lane, unsigned input, unsigned output);
  const Queue& queue(Lane lane, unsigned input, unsigned output) const;
  const Packet& head(Lane lane, unsigned input, unsigned output) const;
  void insert_first(Queue& queue, PacketId id);
  void count(const Packet& p, uint64_t cells);
  void show(Lane lane, const Queue& queue);              // the head asks if it has a cell
  void hide(Lane lane, unsigned input, unsigned output); // asks no more

  unsigned ports_;
  ShortQueues short_queues_;
  PacketPool& pool_;
  std::array<std::vector<Queue>, 2> queues_; // by lane
  std::array<std::array<Ports, kMaxPorts>, 2> wanted_{}, asking_{};
  std::array<std::array<uint64_t, kMaxPorts>, 2> cells_{}; // by class
  std::array<uint64_t, 2> total_{};
};

} // namespace ixp::fabric
