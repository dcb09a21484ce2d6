#include "emu/network/network.h"

#include "emu/chip/survey.h"
#include "emu/network/message.h"

#include <algorithm>

namespace ixp {

// Interval between checks whether all frames have left.
constexpr NetTime kLookEvery = net_time_of_ns(100'000);
// Maximum length of a window, so that failures of chips and signals are noticed.
constexpr NetTime kLongestWindow = net_time_of_ns(1'000'000);

// State that all ranks combine before the next window.
struct Network::Report {
  NetTime bound = kNever;       // earliest arrival of a frame not yet announced
  bool failed = false;          // a chip's run has ended before the network's
  bool quiet = true;            // no frame or event anywhere
  int signal = 0;               // signal that requests the end of the run
  uint64_t steps = 0, left = 0; // frames moved in chips; frames that left the network

  void add(const Report& r) {
    bound = std::min(bound, r.bound);
    failed |= r.failed;
    quiet &= r.quiet;
    signal = std::max(signal, r.signal);
    steps += r.steps;
    left += r.left;
  }
};

namespace {

// Counts frames that leave through ports without a link.
class LeaveCounter final : public PortObserver {
public:
  LeaveCounter(std::vector<bool> linked, uint64_t& left)
      : linked_(std::move(linked)), left_(left) {}
  void frame_crossed(const FrameRecord& r) override {
    if (r.direction == Direction::Tx && !linked_[r.port]) ++left_;
  }

private:
  std::vector<bool> linked_; // indexed by transmit port
  uint64_t& left_;
};

} // namespace

Network::Network(NetworkConfig config, SimulationOptions options, Exchange& exchange,
                 unsigned threads)
    : config_(std::move(config)), exchange_(exchange), workers_(threads),
      limit_(config_.stop.time_us ? net_time_of_ns(*config_.stop.time_us * 1000) : kNever),
      next_look_(config_.stop.idle ? kLookEvery : kNever) {
  std::ranges::sort(config_.chips, {}, &ChipConfig::name);
  std::ranges::sort(config_.links, {}, &LinkConfig::from);
  check_network(config_);
  add_second_lives();
  build(options);
  place_second_lives();
  build_wires();
}

Network::~Network() = default;

void Network::build(SimulationOptions options) {
  nodes_.resize(config_.chips.size());
  for (unsigned n = 0; n < nodes_.size(); ++n) {
    ChipConfig& chip = config_.chips[n];
    Node& node = nodes_[n];
    names_.push_back(node.name = chip.name);
    node.wires.number = static_cast<uint16_t>(n);
    node.wires.clock = NetworkClock(chip.system.params.clock_pll_mhz, chip.ppm);
    if (!here(n)) continue;
    chip.system.stop.emplace().outside = true;
    node.sim = std::make_unique<Simulation>(chip.system, options);
    node.wires.chip = &node.sim->chip();
    node.counter = std::make_unique<LeaveCounter>(linked_ports(node), node.left);
    node.sim->chip().tx.add_observer(*node.counter);
    for (unsigned p = 0; p < chip.pulses.size(); ++p)
      node.pulses.emplace_back(node.wires, chip.pulses[p], config_.pulse_period, config_.seed,
                               first_life(n) << 8 | p);
  }
  if (!config_.fabric) return;
  const auto n = static_cast<unsigned>(nodes_.size());
  names_.push_back(config_.fabric->name);
  if (here(n))
    fabric_ = std::make_unique<FabricNode>(*config_.fabric, static_cast<uint16_t>(n),
                                           limit_ == kNever ? std::nullopt : std::optional(limit_),
                                           config_.seed);
}

void Network::build_wires() {
  const auto number = [&](const std::string& name) {
    return static_cast<unsigned>(std::ranges::find(names_, name) - names_.begin());
  };
  for (const LinkConfig& link : config_.links) {
    const auto index = static_cast<unsigned>(wires_.size());
    Wire& wire = wires_.emplace_back(&link, number(link.from.chip), number(link.to.chip));
    build_wire(wire, index);
  }
}

// The line of a link that joins a chip to the fabric.
FabricLine Network::fabric_line(const LinkConfig& link) const {
  const bool from_chip = !at_fabric(config_, link.from);
  const PortName& end = from_chip ? link.from : link.to;
  const SystemConfig& system =
      std::ranges::find(config_.chips, end.chip, &ChipConfig::name)->system;
  const PortConfig& port = system.ports.at(end.port);
  const bool cframes = from_chip ? port.tx->port.cframes : port.rx->port.cframes;
  return {from_chip ? port.tx->port.rate_mbps : port.rx->port.rate_mbps,
          line_overhead(cframes, system.params), cframes};
}

void Network::build_wire(Wire& wire, unsigned number) {
  const LinkConfig& link = *wire.config;
  if (here(wire.from)) {
    if (at_fabric(config_, link.from)) {
      wire.sender =
          fabric_->make_output(link.from.port, fabric_line(link), link.wire, config_.seed, number);
    } else {
      const Fcs fcs = config_.chips[wire.from].system.ports.at(link.from.port).tx->port.fcs;
      wire.sender = std::make_unique<WireSender>(nodes_[wire.from].wires, link.from.port, fcs,
                                                 link.wire, config_.seed, number);
    }
  }
  if (!here(wire.to)) return;
  if (at_fabric(config_, link.to))
    wire.receiver = fabric_->make_input(link.to.port, fabric_line(link));
  else
    wire.receiver = std::make_unique<WireReceiver>(nodes_[wire.to].wires, link.to.port);
}

Network::Node* Network::find(const std::string& name) {
  const auto it = std::ranges::find(nodes_, name, &Node::name);
  return it == nodes_.end() ? nullptr : &*it;
}

unsigned Network::first_life(unsigned node) const {
  const auto l = std::ranges::find(lives_, node, &Lives::second);
  return l == lives_.end() ? node : l->first;
}

std::vector<bool> Network::linked_ports(const Node& node) const {
  const std::string& chip = names_[first_life(node.wires.number)];
  std::vector<bool> linked(kMaxPorts);
  for (const LinkConfig& link : config_.links)
    if (link.from.chip == chip) linked[link.from.port] = true;
  return linked;
}

// Whether nothing can arrive and nothing is inside.
bool Network::quiet(const Node& node) const {
  Chip& chip = node.sim->chip();
  return chip.rx.dry() && chip.tx.empty() && survey(chip, node.sim->system()).empty();
}

Network::Report Network::look() {
  Report r;
  r.signal = signal_;
  const bool due = now_ == next_look_;
  std::vector<NetTime> acts(names_.size(), kNever);
  for (unsigned n = 0; n < nodes_.size(); ++n) {
    const Node& node = nodes_[n];
    if (!node.sim) continue;
    Chip& chip = node.sim->chip();
    r.left += node.left;
    if (node.ends <= now_) continue;
    r.quiet &= node.ends == kNever; // its restart is still to come
    if (lives_[first_life(n)].now == n)
      acts[first_life(n)] = node.wires.clock.time_of(chip.kernel->next_action());
    r.failed |= node.sim->control().stopping();
    if (!due) continue;
    r.quiet &= quiet(node);
    const PacketLedger::Totals& t = chip.ledger.totals();
    r.steps += t.received + t.transmitted_tagged + t.transmitted_untagged;
  }
  if (fabric_) {
    acts.back() = fabric_->next_action();
    r.quiet &= fabric_->empty();
    r.steps += fabric_->steps();
  }
  NetTime shortest = kNever;
  for (const Wire& w : wires_)
    shortest = std::min(shortest, w.config->wire.delay);
  for (const Wire& w : wires_) {
    if (w.receiver && w.receiver->waiting()) r.quiet = false;
    if (!w.sender) continue;
    r.bound = std::min(r.bound, w.sender->next_arrival(acts[w.from]));
    if (w.sender->outbox.empty()) continue;
    r.quiet = false;
    // The receiver may send a frame in response.
    r.bound = std::min(r.bound, w.sender->outbox.front().arrives + shortest);
  }
  return r;
}

Network::Report Network::swap(Report own) {
  std::vector<std::string> to(exchange_.ranks());
  for (std::string& text : to)
    put(text, own);
  for (unsigned n = 0; n < wires_.size(); ++n) {
    if (!wires_[n].sender) continue;
    std::vector<WireFrame>& outbox = wires_[n].sender->outbox;
    for (WireFrame& frame : outbox)
      if (here(wires_[n].to))
        wires_[n].receiver->deliver(std::move(frame));
      else
        put_frame(to[rank_of(wires_[n].to)], n, frame);
    outbox.clear();
  }
  if (exchange_.ranks() == 1) return own;
  Report all;
  for (const std::string& text : exchange_.swap(std::move(to))) {
    std::string_view rest = text;
    all.add(get<Report>(rest));
    while (!rest.empty()) {
      const auto n = get<uint32_t>(rest);
      wires_[n].receiver->deliver(get_frame(rest));
    }
  }
  return all;
}

void Network::decide(const Report& all) {
  if (all.signal) {
    signal_ = all.signal;
    end_ = NetworkEnd::Interrupted;
  } else if (all.failed) {
    end_ = NetworkEnd::Failed;
  } else if (now_ >= limit_) {
    end_ = NetworkEnd::Time;
  } else if (config_.stop.frames && all.left >= *config_.stop.frames) {
    end_ = NetworkEnd::Frames;
  } else if (now_ == next_look_) {
    next_look_ += kLookEvery;
    if (all.quiet && all.steps == steps_at_look_) end_ = NetworkEnd::Idle;
    steps_at_look_ = all.steps;
  }
}

// Delivers the frames of the last window and chooses the end of the next one; false: the run has
// ended.
bool Network::open_window() {
  if (end_ != NetworkEnd::Running) return false;
  restart_due();
  const Report all = swap(look());
  decide(all);
  if (end_ != NetworkEnd::Running) {
    finish();
    return false;
  }
  window_ = std::min({all.bound, limit_, next_look_, next_life(), now_ + kLongestWindow});
  ++windows_;
  return true;
}

bool Network::step() {
  if (!open_window()) return false;
  run_others(nullptr);
  now_ = window_;
  return true;
}

bool Network::advance_before_microengines(Node& node, Tick tick) {
  while (true) {
    if (now_ == window_) {
      if (!open_window()) return false;
      run_others(&node);
      if (lives(node)) announce_pulses(node);
    }
    if (node.ends <= now_) return false;
    if (tick < node.wires.clock.tick_at(window_) &&
        node.sim->control().advance_before_microengines(tick))
      return true;
    run_node(node);
    now_ = window_;
  }
}

// Runs the fabric and all chips but `held` to the end of the window.
void Network::run_others(const Node* held) {
  workers_.each(static_cast<unsigned>(names_.size()), [&](unsigned n) {
    if (n == nodes_.size()) {
      if (fabric_) fabric_->run_to(window_);
    } else if (&nodes_[n] != held) {
      run_node(nodes_[n]);
    }
  });
}

void Network::announce_pulses(Node& node) {
  for (Pulses& p : node.pulses)
    p.announce(std::min(window_ + kLongestWindow, node.ends), node.begins);
}

void Network::run_node(Node& node) {
  if (!node.sim || !lives(node)) return;
  announce_pulses(node);
  const Tick end = node.wires.clock.tick_at(window_);
  make_changes(node, end);
  node.sim->control().proceed(end);
  const Chip& chip = node.sim->chip();
  node.wires.identities.forget(chip.ledger,
                               [&](const TagVisitor& visit) { chip.visit_tags(visit); });
}

// Makes the changes that are due before tick `end`.
void Network::make_changes(Node& node, Tick end) {
  while (!node.changes.empty() && node.changes.front().tick < end) {
    node.sim->control().advance_before_microengines(node.changes.front().tick);
    node.changes.front().make();
    node.changes.erase(node.changes.begin());
  }
}

void Network::interrupt(int signal) {
  signal_ = signal;
}

void Network::finish() {
  static constexpr const char* kWhy[] = {"",     "time",          "frames left the network",
                                         "idle", "a chip failed", "interrupted"};
  const EndReason reason = end_ == NetworkEnd::Interrupted ? EndReason::Interrupted
                           : end_ == NetworkEnd::Idle      ? EndReason::Idle
                                                           : EndReason::Condition;
  for (Node& node : nodes_) {
    if (!node.sim) continue;
    RunControl& control = node.sim->control();
    control.end_now(reason, kWhy[static_cast<unsigned>(end_)], signal_);
    control.advance(kNever);
  }
}

} // namespace ixp
