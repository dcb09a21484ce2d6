// An N x N switch with queues at its inputs, slot by slot:
//
//   lines in --> Source --> InputBuffers --> crossbar --> Outputs --> lines out
//                                 ^              |
//                                 +- Scheduler <-+
//
// In a slot every line brings at most one cell; then the crossbar makes a step, or more of them
// with speedup; then every line out sends at most one cell. A cell may do all of it in one slot.
#pragma once

#include "emu/fabric/audit.h"
#include "emu/fabric/buffers.h"
#include "emu/fabric/config.h"
#include "emu/fabric/meter.h"
#include "emu/fabric/order.h"
#include "emu/fabric/outputs.h"
#include "emu/fabric/tcp_hosts.h"

#include <memory>
#include <vector>

namespace ixp::fabric {

class Fabric {
public:
  // With `check` every slot is audited: a wrong one throws std::logic_error. The configuration
  // stays with the caller.
  Fabric(const FabricConfig& config, bool check);

  void run_slot();
  void stop_arrivals(); // no new packets, no new flows; those that have begun go on
  bool idle() const;    // nothing is inside, nothing will come

  Slot now() const { return now_; } // slots that are over
  uint64_t cells_inside() const;    // what has arrived and not left
  const Meter& meter() const { return meter_; }

private:
  struct Line {
    PacketId packet = kNoPacket; // that arrives; none where it is dropped
    uint16_t left = 0;           // cells of it
  };
  void arrive(unsigned input);
  void replay(unsigned input);
  PacketId begin(unsigned input, const Draw& draw, unsigned arrived, bool streamed);
  void begin_packet(unsigned input, const Draw& draw);
  bool fits(unsigned input, unsigned cells) const;
  void drop(const Draw& draw);
  uint32_t flow_of(unsigned input, const Draw& draw) const;
  void enter(PacketId id);
  void step();
  void cross(unsigned input, unsigned output, Lane lane);
  void send(unsigned output);
  void end_slot();

  const FabricConfig& config_;
  PacketPool pool_;
  std::vector<Source> sources_;     // or
  std::unique_ptr<TcpHosts> hosts_; // which have sources of their own
  std::vector<Line> lines_;
  std::vector<size_t> replayed_;  // cells of the file, by input
  std::vector<PacketId> of_file_; // by number in it, while they arrive
  InputBuffers buffers_;
  std::unique_ptr<Scheduler> scheduler_;
  Match match_;
  Outputs outputs_;
  Reordering order_;
  Meter meter_;
  std::unique_ptr<Audit> audit_; // null without
  Slot now_ = 0;
  uint64_t steps_due_ = 0; // thousandths
  bool arrivals_ = true;
};

} // namespace ixp::fabric
