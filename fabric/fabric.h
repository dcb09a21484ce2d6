// An N x N switch with queues at its inputs, slot by slot:
//
//   lines in --> Source --> InputBuffers --> crossbar --> Outputs --> lines out
//                                 ^              |
//                                 +- Scheduler <-+
//
// In each slot every input line delivers at most one cell, then the crossbar makes one step (more
// with speedup), then every output line sends at most one cell. A cell may pass all three in one
// slot.
#pragma once

#include "fabric/audit.h"
#include "fabric/buffers.h"
#include "fabric/config.h"
#include "fabric/meter.h"
#include "fabric/order.h"
#include "fabric/tcp_hosts.h"

#include <memory>
#include <vector>

namespace ixp::fabric {

class Fabric {
public:
  // With `check` every slot is audited; a violation throws std::logic_error. The caller keeps
  // `config` alive.
  Fabric(const FabricConfig& config, bool check);

  void run_slot();
  void stop_arrivals(); // no new packets or flows; those that have begun continue
  bool idle() const;    // no packet inside and none to come

  Slot now() const { return now_; } // number of completed slots
  uint64_t cells_inside() const;    // cells that have arrived and not left
  const Meter& meter() const { return meter_; }

private:
  struct Line {
    PacketId packet = kNoPacket; // the packet that arrives; kNoPacket if it is dropped
    uint16_t left = 0;           // its cells still to arrive
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
  std::vector<Source> sources_;     // either these,
  std::unique_ptr<TcpHosts> hosts_; // or hosts, which have sources of their own
  std::vector<Line> lines_;
  std::vector<size_t> replayed_;  // cells of the file already entered, by input
  std::vector<PacketId> of_file_; // packets in arrival, by their number in the file
  InputBuffers buffers_;
  std::unique_ptr<Scheduler> scheduler_;
  Match match_;
  Outputs outputs_;
  Reordering order_;
  Meter meter_;
  std::unique_ptr<Audit> audit_; // null without --audit
  Slot now_ = 0;
  uint64_t steps_due_ = 0; // in thousandths of a step
  bool arrivals_ = true;
};

} // namespace ixp::fabric
