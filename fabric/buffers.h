// Buffers on both sides of the crossbar. The input side: queues of packets whose cells wait for it.
//
// Long packets wait in virtual output queues, one for each pair of input and output, so that none
// waits behind a packet for another output. The scheduler determines where short packets wait:
//
//   Together   in the same virtual output queues, first come first served
//   First      in the same queues, before long packets that have not begun
//   Fifo       in one queue per input, in the order of arrival (P-SPF)
//   Voqs       in virtual output queues of their own (SPF)
//
// Schedulers see two lanes, Short and Long. With Together and First all packets are in lane Long.
// The head of a queue requests its output while it has a cell that has arrived and is not sent.
#pragma once

#include "fabric/packet.h"
#include "fabric/ports.h"

#include <array>
#include <cstddef>
#include <vector>

namespace ixp::fabric {

enum class Lane : uint8_t { Short, Long };
enum class ShortQueues : uint8_t { Together, First, Fifo, Voqs };

class InputBuffers {
public:
  InputBuffers(unsigned ports, ShortQueues short_queues, PacketPool& pool);

  // Adds a packet of which `arrived` cells, one or more, are present.
  void enter(PacketId id);
  // Adds one more cell to a packet already entered.
  void more(PacketId id);
  // Takes the next cell of a lane, input and output; it must exist.
  Cell take(Lane lane, unsigned input, unsigned output);

  // For schedulers
  unsigned ports() const { return ports_; }
  // Outputs for which an input has a cell; inputs that have a cell for an output.
  Ports wanted(Lane lane, unsigned input) const { return wanted_[at(lane)][input]; }
  Ports asking(Lane lane, unsigned output) const { return asking_[at(lane)][output]; }
  bool has_cell(Lane lane, unsigned input, unsigned output) const {
    return wanted(lane, input) & bit(output);
  }
  // For a queue whose head requests `output`: its cells; one more than the slots since its first
  // cell arrived; the unsent cells of its head.
  uint64_t length(Lane lane, unsigned input, unsigned output) const;
  uint64_t age(Lane lane, unsigned input, unsigned output, Slot now) const;
  unsigned left(Lane lane, unsigned input, unsigned output) const;

  // For statistics: waiting cells of a class at one input, and at all inputs.
  uint64_t cells(Class c, unsigned input) const { return cells_[static_cast<size_t>(c)][input]; }
  uint64_t cells(Class c) const { return total_[static_cast<size_t>(c)]; }

private:
  struct Queue {
    PacketQueue packets;
    PacketId last_short = kNoPacket; // First: the last short packet ahead of the long ones
    uint64_t cells = 0;
  };
  static size_t at(Lane lane) { return static_cast<size_t>(lane); }
  Lane lane_of(const Packet& p) const;
  Queue& queue(Lane lane, unsigned input, unsigned output);
  const Queue& queue(Lane lane, unsigned input, unsigned output) const;
  const Packet& head(Lane lane, unsigned input, unsigned output) const;
  void insert_first(Queue& queue, PacketId id);
  void count(const Packet& p, uint64_t cells);
  void show(Lane lane, const Queue& queue); // the head requests its output if it has a cell
  void hide(Lane lane, unsigned input, unsigned output); // withdraws the request

  unsigned ports_;
  ShortQueues short_queues_;
  PacketPool& pool_;
  std::array<std::vector<Queue>, 2> queues_; // indexed by lane
  std::array<std::array<Ports, kMaxPorts>, 2> wanted_{}, asking_{};
  std::array<std::array<uint64_t, kMaxPorts>, 2> cells_{}; // indexed by class
  std::array<uint64_t, 2> total_{};
};

// The output side: reassembles cells into packets and sends packets on the line. Each output
// reassembles by class and input. In cell mode cells of several inputs alternate; in packet mode
// one long packet at a time is reassembled. Complete packets wait in two FIFOs. The line sends one
// cell per slot and each packet without a break, short packets first.
class Outputs {
public:
  Outputs(unsigned ports, PacketPool& pool);

  void receive(unsigned output, const Cell& cell);
  // Activity of a line in one slot.
  struct Sent {
    bool cell = false;
    PacketId left = kNoPacket; // set with the packet's last cell
  };
  Sent send(unsigned output);

  uint64_t cells() const { return cells_; } // received and not sent
  uint64_t cells(unsigned output) const { return ports_[output].cells; }

private:
  struct Assembly {
    PacketId packet = kNoPacket;
    uint16_t cells = 0;
  };
  struct Port {
    std::array<std::array<Assembly, kMaxPorts>, 2> assembly; // indexed by class and input
    std::array<PacketQueue, 2> whole;                        // indexed by class
    PacketId sending = kNoPacket;
    uint16_t left = 0; // its cells still to send
    uint64_t cells = 0;
  };
  bool begin(Port& port);

  PacketPool& pool_;
  std::vector<Port> ports_;
  uint64_t cells_ = 0;
};

} // namespace ixp::fabric
