// Independent check of the fabric (--audit, tests), cell by cell:
//   - each match is a matching: no input sends and no output receives two cells in a step;
//   - no cell is lost or duplicated; the cells of a packet cross in order, after their arrival;
//   - packets of one class, input and output leave in order;
//   - if pairs are held, an input that has begun a long packet begins no other before its end,
//     and an output receives no other: an interrupted packet resumes.
// Throws std::logic_error with the slot, the ports and the violated rule.
#pragma once

#include "fabric/buffers.h"
#include "fabric/match.h"

#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace ixp::fabric {

class Audit {
public:
  // `holds`: pairs stay matched until the end of a long packet.
  Audit(unsigned ports, bool holds)
      : holds_(holds), sending_(ports, kNoPacket), receiving_(ports, kNoPacket), sent_(ports) {}

  void begin_slot(Slot now) { now_ = now; }
  void enter(PacketId id, const Packet& packet); // with `packet.arrived` cells
  void more(PacketId id);
  void begin_step() { inputs_ = outputs_ = 0; }
  void cross(unsigned input, unsigned output, Lane lane, const Cell& cell);
  void send(unsigned output) { ++sent_[output]; } // one cell on the output line
  void leave(unsigned output, PacketId id);
  // Replaces send() and leave() if the caller owns the output lines: the packet has crossed whole.
  void hand_over(unsigned output, PacketId id);
  // Compares the fabric's own counts of cells inside with the audit's.
  void end_slot(uint64_t at_inputs, uint64_t at_outputs) const;

  uint64_t arrived() const { return arrived_; } // cells
  uint64_t left() const { return left_; }

private:
  struct Book {
    unsigned input = 0, output = 0, cells = 0, arrived = 0, crossed = 0;
    Class of = Class::Long;
    uint64_t number = 0; // ordinal among packets of the same class, input and output
    bool inside = false;
  };
  struct Order {
    uint64_t entered = 0, left = 0;
  };
  using OrderKey = std::tuple<Class, unsigned, unsigned>;

  Book& book(PacketId id, const char* what);
  Book& whole(unsigned output, PacketId id); // packet whose cells have all crossed to this output
  void hold(unsigned input, unsigned output, const Cell& cell);
  [[noreturn]] void fail(const std::string& what) const;

  bool holds_;
  Slot now_ = 0;
  Ports inputs_ = 0, outputs_ = 0;            // used in this step
  std::vector<PacketId> sending_, receiving_; // long packets in progress, by port
  std::vector<uint64_t> sent_;                // cells of the current packet sent on a line
  std::vector<Book> books_;                   // indexed by PacketId
  std::map<OrderKey, Order> orders_;
  uint64_t arrived_ = 0, crossed_ = 0, left_ = 0;
};

} // namespace ixp::fabric
