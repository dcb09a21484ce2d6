// Several chips joined by wires, in one emulated time. Each chip keeps its own kernel and runs in
// windows (conservative synchronisation: Chandy and Misra, CACM 24(4), 1981). No chip runs past the
// earliest time at which an undelivered frame could arrive at any chip. A window is at least as
// long as a wire's delay; a busy line or an idle chip makes it longer. Windows follow from the
// chips' states alone, so logs do not depend on the thread or rank that executes a chip: they are
// identical, byte for byte.
//
//   1. every rank: computes the earliest arrival at the end of its wires, and collects frames sent
//      in the last window
//   2. all ranks exchange these
//   3. frames are delivered to their ports; every chip runs to the earliest arrival of all
#pragma once

#include "emu/network/fabric_node.h"
#include "emu/network/pulses.h"
#include "emu/network/ranks.h"
#include "emu/network/restart.h"
#include "emu/network/wire.h"
#include "emu/network/workers.h"
#include "emu/sim/simulation.h"

#include <functional>
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
  int64_t ppm = 0; // clock drift
  std::vector<PulseInput> pulses;
  std::optional<RestartConfig> restart;
  SourceLocation where;
};

struct NetworkStop {
  std::optional<uint64_t> time_us;
  std::optional<uint64_t> frames; // frames that leave the network; the run ends with the window
                                  // that reaches this
  bool idle = false;              // ends when no stream continues and no frame is inside
};

struct NetworkConfig {
  std::string path;
  std::vector<ChipConfig> chips; // in any order: results are sorted by name
  std::vector<LinkConfig> links;
  std::optional<FabricNodeConfig> fabric; // links name its ports like ports of a chip
  NetworkStop stop;
  NetTime pulse_period = net_time_of_ns(250'000);
  uint64_t seed = 1;
};

// Checks that ports exist, rates agree, and each port has at most one link. Throws InputError.
// Marks linked ports.
void check_network(NetworkConfig& config);
// Checks a link that begins or ends at the fabric; called by check_network().
void check_fabric_link(NetworkConfig& config, const LinkConfig& link);
void check_fabric(const NetworkConfig& config);
inline bool at_fabric(const NetworkConfig& config, const PortName& end) {
  return config.fabric && config.fabric->name == end.chip;
}

enum class NetworkEnd : uint8_t { Running, Time, Frames, Idle, Failed, Interrupted };

class Network {
public:
  // Each rank builds the chips that it runs: chip n of the sorted names on rank n % ranks.
  // `threads` execute them. Throws InputError.
  Network(NetworkConfig config, SimulationOptions options, Exchange& exchange, unsigned threads);
  ~Network();

  // Runs one window; false when the run has ended.
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
    WireChip wires;                  // its number is the index among the sorted names
    std::unique_ptr<Simulation> sim; // null on other ranks
    std::unique_ptr<PortObserver> counter;
    std::vector<Pulses> pulses;
    uint64_t left = 0; // frames sent to ports without a link
    // A restarted chip has two nodes, one for each life (restart.h).
    NetTime begins = 0, ends = kNever;
    uint64_t lost_inside = 0;                  // frames inside when it ended
    std::vector<const ResumedStream*> resumed; // streams of the first life that continue
    // Changes of the chip from outside, by tick: each is made before microengines act at its tick.
    struct Change {
      Tick tick;
      std::function<void()> make;
    };
    std::vector<Change> changes;
  };
  // Runs the network until the microengines of `node`, on this rank, are about to act at `tick`, as
  // RunControl::advance_before_microengines() does for one chip. Other chips are at the end of the
  // current window. Makes no changes of `node`. False: the run has ended, or `node` is restarted.
  // Not together with step().
  bool advance_before_microengines(Node& node, Tick tick);
  const std::vector<Node>& nodes() const { return nodes_; }
  Node* find(const std::string& name);
  // Whether each transmit port has a link.
  std::vector<bool> linked_ports(const Node& node) const;
  // Names of the chips (sorted), of second lives, and of the fabric.
  const std::vector<std::string>& names() const { return names_; }
  const NetworkConfig& config() const { return config_; }
  struct Wire {
    const LinkConfig* config;
    unsigned from, to;                 // indices in names(); of a chip with two lives the first
    std::unique_ptr<WireStart> sender; // null on other ranks
    std::unique_ptr<WireEnd> receiver;
  };
  const std::vector<Wire>& wires() const { return wires_; }  // sorted by sender
  const FabricNode* fabric() const { return fabric_.get(); } // null: no fabric, or on another rank

private:
  struct Report; // a rank's message before a window
  // The node connected to a chip's wires.
  struct Lives {
    unsigned first, second; // equal if the chip has one life
    unsigned now = first;
  };
  unsigned rank_of(unsigned node) const { return first_life(node) % exchange_.ranks(); }
  unsigned first_life(unsigned node) const;
  void add_second_lives();
  void place_second_lives();
  void resume_streams(const Node& first, Node& second);
  void restart_due();
  NetTime next_life() const; // time of the next begin or end of a life
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
  bool open_window();
  void run_others(const Node* held);
  void make_changes(Node& node, Tick end);
  void run_node(Node& node);
  void announce_pulses(Node& node);
  void finish();

  NetworkConfig config_;
  Exchange& exchange_;
  std::vector<std::string> names_;
  std::vector<Node> nodes_;
  std::vector<Lives> lives_; // indexed by chip
  std::unique_ptr<FabricNode> fabric_;
  std::vector<Wire> wires_;
  Workers workers_;
  NetTime now_ = 0, window_ = 0; // end of the current window; equal: none is open
  NetTime limit_, next_look_;
  uint64_t windows_ = 0;
  NetworkEnd end_ = NetworkEnd::Running;
  int signal_ = 0;
  uint64_t steps_at_look_ = ~uint64_t{0};
};

} // namespace ixp
