// Hosts that talk TCP through the switch, one at each port: its senders and receivers share the
// line in and the line out. The loop is closed: what a sender may send depends on ACKs, which cross
// the switch the other way.
//
//   data:  host i --line--> input i  --> output j --line--> host j
//   ACKs:  host j --line--> input j  --> output i --line--> host i
//
// Packets wait in the host for its line in, without limit. A way takes `delay` slots on its two
// lines, besides what the switch needs. Background traffic shares the lines in.
//
// Flows begin in a slot by chance, so that their data is `load` of a line on average, or are there
// from the first slot on, without end. They go to all outputs alike. Connections are open already.
#pragma once

#include "emu/fabric/meter.h"
#include "emu/fabric/ports.h"
#include "emu/fabric/tcp_receiver.h"
#include "emu/fabric/traffic.h"

#include <array>
#include <deque>
#include <queue>
#include <vector>

namespace ixp::fabric {

struct FlowSize {
  uint64_t bytes = 0, share = 1;
};

struct TcpConfig : TcpRules {
  uint64_t load = 0;        // millionths of a line; of the data packets of flows that begin
  unsigned endless = 0;     // flows at each input
  unsigned segment = 1460;  // bytes of data in a full one
  uint64_t delay = 100;     // slots on the lines of a way
  bool short_first = false; // on the lines in
  std::vector<FlowSize> sizes;

  bool enabled() const { return load > 0 || endless > 0; }
  uint64_t segments(uint64_t bytes) const { return (bytes + segment - 1) / segment; }
  unsigned cells(uint64_t bytes) const; // of a packet with so many bytes of data
  uint64_t cells_of_flow(uint64_t bytes) const;
};

class TcpHosts {
public:
  // The configurations stay with the caller.
  TcpHosts(const TcpConfig& config, const TrafficConfig& background, unsigned ports, uint64_t seed);

  // Flows begin, packets arrive at hosts, timers end. `meter` gets what happens.
  void begin_slot(Slot now, Meter& meter);
  // The packet that begins to arrive at an input, in whose line there is none.
  std::optional<Draw> next(unsigned input);
  // A packet has left the switch, or was dropped in it.
  void leave(const TcpPart& part);
  void drop(const TcpPart& part);
  // No flow begins any more, endless ones end with what they have sent.
  void stop();
  bool idle() const { return live_ == 0 && waiting_ == 0; }

private:
  struct Flow {
    TcpSender sender;
    TcpReceiver receiver;
    uint64_t bytes = 0, segments = 0;
    Slot begun = 0;
    Slot armed = kNever;  // the timer that counts
    uint32_t packets = 0; // on their way, or waiting in hosts
    uint8_t from = 0, to = 0;
    uint8_t size = 0; // number in the configuration
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
    std::array<std::deque<Draw>, 2> waiting; // by class; in the first alone where order is kept
    std::optional<Source> background;
    unsigned background_left = 0; // slots of its line that its packet needs
  };

  void begin_flow(unsigned from, bool endless);
  void begin_flows();
  void background();
  void deliver(const TcpPart& part);
  void receive(uint32_t id, uint64_t number);
  void wake(const Timer& timer);
  void settle(uint32_t id); // after anything that happened to a flow
  void send_data(uint32_t id);
  void send_ack(uint32_t id);
  void send(uint32_t id, const Draw& draw, unsigned from);
  void enqueue(unsigned from, const Draw& draw);
  uint64_t bytes_of(const Flow& flow, uint64_t segment) const;

  const TcpConfig& config_;
  unsigned ports_;
  uint64_t shares_ = 0, cells_ = 0; // of the sizes of flows, for the chance that one begins
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
