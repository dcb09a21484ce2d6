// Hosts that exchange TCP data through the switch, one per port: its senders and receivers share
// the input line and the output line. The loop is closed: ACKs, which cross the switch in the
// opposite direction, control the sender.
//
//   data:  host i --line--> input i  --> output j --line--> host j
//   ACKs:  host j --line--> input j  --> output i --line--> host i
//
// Packets wait in the host for its line, without limit. Each direction adds `delay` slots on its
// two lines to the time in the switch. Background traffic shares the input lines.
//
// Flows begin in random slots at a rate that makes their data `load` of a line on average; endless
// flows exist from the first slot on. Destinations are uniform. Connections are already
// established.
#pragma once

#include "fabric/meter.h"
#include "fabric/ports.h"
#include "fabric/tcp_sender.h"
#include "fabric/traffic.h"

#include <array>
#include <deque>
#include <queue>
#include <set>
#include <vector>

namespace ixp::fabric {

// The receiving side of a TCP connection: reorders segments and decides when to acknowledge (RFC
// 5681, 4.2). Every second in-order segment is acknowledged, or one after a delay; out-of-order
// segments, duplicates, and segments that fill a hole are acknowledged at once.
class TcpReceiver {
public:
  explicit TcpReceiver(const TcpRules& rules) : rules_(&rules) {}

  // Returns the number of segments that are newly in order.
  uint64_t receive(uint64_t number, Slot now);
  uint64_t expected() const {
    return expected_;
  } // content of an ACK: all segments below it have
    // arrived
  Slot due() const { return due_; } // slot at which the next ACK is due
  void acknowledged() { pending_ = 0, due_ = kNever; }

private:
  const TcpRules* rules_;
  uint64_t expected_ = 0;
  std::set<uint64_t> ahead_; // received out of order, after a hole
  unsigned pending_ = 0;     // in order, not acknowledged
  Slot due_ = kNever;
};

struct FlowSize {
  uint64_t bytes = 0, share = 1;
};

struct TcpConfig : TcpRules {
  uint64_t load = 0;        // millionths of a line; data packets of finite flows
  unsigned endless = 0;     // endless flows per input
  unsigned segment = 1460;  // bytes of data in a full segment
  uint64_t delay = 100;     // slots on the lines of one direction
  bool short_first = false; // short packets first on input lines
  std::vector<FlowSize> sizes;

  bool enabled() const { return load > 0 || endless > 0; }
  uint64_t segments(uint64_t bytes) const { return (bytes + segment - 1) / segment; }
  unsigned cells(uint64_t bytes) const; // Cells of a packet with `bytes` bytes of data.
  uint64_t cells_of_flow(uint64_t bytes) const;
};

class TcpHosts {
public:
  // The caller keeps the configurations alive.
  TcpHosts(const TcpConfig& config, const TrafficConfig& background, unsigned ports, uint64_t seed);

  // Starts flows, delivers packets to hosts, fires timers; counts in `meter`.
  void begin_slot(Slot now, Meter& meter);
  // The packet that begins to arrive at an idle input.
  std::optional<Draw> next(unsigned input);
  // Called when a packet has left the switch or was dropped in it.
  void leave(const TcpPart& part);
  void drop(const TcpPart& part);
  // Starts no more flows; endless flows end after the data already sent.
  void stop();
  bool idle() const { return live_ == 0 && waiting_ == 0; }

private:
  struct Flow {
    TcpSender sender;
    TcpReceiver receiver;
    uint64_t bytes = 0, segments = 0;
    Slot begun = 0;
    Slot armed = kNever;  // deadline of the valid timer
    uint32_t packets = 0; // in flight, or waiting in hosts
    uint8_t from = 0, to = 0;
    uint8_t size = 0; // index in the configuration
    bool endless = false, live = false;
  };
  struct Timer {
    Slot at;
    uint32_t flow;
    auto operator<=>(const Timer&) const = default;
  };
  struct Delivery {
    Slot at;
    TcpPart part;
  };
  struct Host {
    Random random;
    std::array<std::deque<Draw>, 2> waiting; // indexed by class; only the first is used if order is
                                             // kept
    std::optional<Source> background;
    unsigned background_left = 0; // slots of line time left for the current background packet
  };

  void begin_flow(unsigned from, bool endless);
  void begin_flows();
  void background();
  void deliver(const TcpPart& part);
  void receive(uint32_t id, uint64_t number);
  void wake(const Timer& timer);
  void settle(uint32_t id); // called after every event of a flow
  void send_data(uint32_t id);
  void send_ack(uint32_t id);
  void send(uint32_t id, const Draw& draw, unsigned from);
  void enqueue(unsigned from, const Draw& draw);
  uint64_t bytes_of(const Flow& flow, uint64_t segment) const;

  const TcpConfig& config_;
  unsigned ports_;
  uint64_t shares_ = 0, cells_ = 0; // sums over flow sizes, for the probability that a flow begins
  std::vector<Host> hosts_;
  std::vector<Flow> flows_;
  std::vector<uint32_t> free_;
  std::priority_queue<Timer, std::vector<Timer>, std::greater<>> timers_;
  std::deque<Delivery> deliveries_;
  uint64_t live_ = 0, waiting_ = 0; // flows; packets in hosts
  Slot now_ = 0;
  Meter* meter_ = nullptr;
  Batch* batch_ = nullptr;
  bool begins_ = true;
};

} // namespace ixp::fabric
