// Several chips joined by wires, in one emulated time. Each chip keeps a kernel of its own and runs
// in windows (conservative synchronisation: Chandy and Misra, CACM 24(4), 1981): no chip runs past
// the earliest time at which a frame that it has not been given could reach anybody. A wire's delay
// is what a window is at least long; a line that is busy, or a chip that sleeps, makes it longer.
// Windows follow from the chips' states alone. So it does not matter which thread or which rank
// executes a chip: the logs are the same, byte for byte.
//
//   1. every rank: the earliest arrival at the end of its wires, frames sent in the last window
//   2. all ranks swap these
//   3. frames go to their ports; every chip runs to the earliest arrival of all
#pragma once

#include "emu/network/exchange.h"
#include "emu/network/fabric_node.h"
#include "emu/network/pulses.h"
#include "emu/network/restart.h"
#include "emu/network/wire.h"
#include "emu/network/workers.h"
#include "emu/sim/simulation.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ixp {

struct PortName {
  std::string chip;
  unsigned port = 0;
  auto operator<=>(const PortName&) const = default;
};
inline std::string text(const PortName& p) {
  return p.chip + "." + std::to_string(p.port);
}

struct LinkConfig { // one direction
  PortName from, to;
  WireConfig wire;
  SourceLocation where;
};

struct ChipConfig {
  std::string name;
  SystemConfig system;
  int64_t ppm = 0; // drift of its clock
  std::vector<PulseInput> pulses;
  std::optional<RestartConfig> restart;
  SourceLocation where;
};

struct NetworkStop {
  std::optional<uint64_t> time_us;
  std::optional<uint64_t> frames; // that left the network; the window in which it is reached ends
  bool idle = false;              // no stream goes on, no frame is anywhere
};

struct NetworkConfig {
  std::string path;
  std::vector<ChipConfig> chips; // any order: what depends on it goes by name
  std::vector<LinkConfig> links;
  std::optional<FabricNodeConfig> fabric; // links name its ports as those of a chip
  NetworkStop stop;
  NetTime pulse_period = net_time_of_ns(250'000);
  uint64_t seed = 1;
};

// Ports that exist, rates that agree, one link a port. Throws InputError. Marks linked ports.
void check_network(NetworkConfig& config);
// Of a link that begins or ends at the fabric; by check_network().
void check_fabric_link(NetworkConfig& config, const LinkConfig& link);
void check_fabric(const NetworkConfig& config);
inline bool at_fabric(const NetworkConfig& config, const PortName& end) {
  return config.fabric && config.fabric->name == end.chip;
}

enum class NetworkEnd : uint8_t { Running, Time, Frames, Idle, Failed, Interrupted };

class Network {
public:
  // Chips are built on the rank that runs them: number n of the sorted names on rank n % ranks.
  // `threads` execute them. Throws InputError.
  Network(NetworkConfig config, SimulationOptions options, Exchange& exchange,
          unsigned threads = 1);
  ~Network();

  // One window; false when the run has ended.
  bool step();
  void run() {
    while (step()) {
    }
  }
  void interrupt(int signal); // ends the run of all ranks with the next window
  NetworkEnd end() const { return end_; }
  NetTime now() const { return now_; }
  uint64_t windows() const { return windows_; }

  struct Node {
    std::string name;
    WireChip wires;                  // its number goes by the sorted names
    std::unique_ptr<Simulation> sim; // null: on another rank
    std::unique_ptr<PortObserver> counter;
    std::vector<Pulses> pulses;
    uint64_t left = 0; // frames that it sent to ports without a link
    // Of a chip that is restarted both lives are nodes (restart.h).
    NetTime begins = 0, ends = kNever;
    uint64_t lost_inside = 0;                  // frames, when it ended
    std::vector<const ResumedStream*> resumed; // its streams, which go on
  };
  const std::vector<Node>& nodes() const { return nodes_; }
  Node* find(const std::string& name);
  // Transmit ports with a link.
  std::vector<bool> linked_ports(const Node& node) const;
  // Of the chips, sorted, of second lives, and of the fabric.
  const std::vector<std::string>& names() const { return names_; }
  const NetworkConfig& config() const { return config_; }
  struct Wire {
    const LinkConfig* config;
    unsigned from, to;                 // nodes, as in names(); of a chip with two lives the first
    std::unique_ptr<WireStart> sender; // null: on another rank
    std::unique_ptr<WireEnd> receiver;
  };
  const std::vector<Wire>& wires() const { return wires_; }  // sorted by where they begin
  const FabricNode* fabric() const { return fabric_.get(); } // null: none, or on another rank

private:
  struct Report; // what a rank says before a window
  // The node that stands for a chip at the ends of its wires.
  struct Lives {
    unsigned first, second; // the same: it has one
    unsigned now = first;
  };
  unsigned rank_of(unsigned node) const { return first_life(node) % exchange_.ranks(); }
  unsigned first_life(unsigned node) const;
  void add_second_lives();
  void place_second_lives();
  void resume_streams(const Node& first, Node& second);
  void restart_due();
  NetTime next_life() const; // when one begins or ends
  bool lives(const Node& node) const { return node.begins <= now_ && now_ < node.ends; }
  bool here(unsigned node) const { return rank_of(node) == exchange_.rank(); }
  void build(SimulationOptions options);
  void build_wires();
  void build_wire(Wire& wire, unsigned number);
  FabricLine fabric_line(const LinkConfig& link) const;
  Report look();
  bool quiet(const Node& node) const;
  Report swap(Report own);
  void decide(const Report& all);
  void advance(NetTime to);
  void finish();

  NetworkConfig config_;
  Exchange& exchange_;
  std::vector<std::string> names_;
  std::vector<Node> nodes_;
  std::vector<Lives> lives_; // by chip
  std::unique_ptr<FabricNode> fabric_;
  std::vector<Wire> wires_;
  Workers workers_;
  NetTime now_ = 0, limit_, next_look_;
  uint64_t windows_ = 0;
  NetworkEnd end_ = NetworkEnd::Running;
  int signal_ = 0;
  uint64_t steps_at_look_ = ~uint64_t{0};
};

} // namespace ixp
