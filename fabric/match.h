// A matching of inputs to outputs for one crossbar step, and the interface of the schedulers that
// compute it.
#pragma once

#include "fabric/buffers.h"
#include "fabric/ports.h"

#include <array>
#include <memory>
#include <span>
#include <string_view>

namespace ixp::fabric {

struct Match {
  Ports inputs = 0, outputs = 0; // matched ports
  std::array<uint8_t, kMaxPorts> output{};
  std::array<Lane, kMaxPorts> lane{};

  void clear() { inputs = outputs = 0; }
  void add(unsigned i, unsigned j, Lane l) {
    inputs |= bit(i);
    outputs |= bit(j);
    output[i] = static_cast<uint8_t>(j);
    lane[i] = l;
  }
};

// Pairs that stay matched until their packet has crossed: the output receives no other packet of
// that lane meanwhile.
struct Holds {
  Ports inputs = 0, outputs = 0;
  std::array<uint8_t, kMaxPorts> output{}; // output held by each input

  void hold(unsigned i, unsigned j) {
    inputs |= bit(i);
    outputs |= bit(j);
    output[i] = static_cast<uint8_t>(j);
  }
  void release(unsigned i) {
    inputs &= ~bit(i);
    outputs &= ~bit(output[i]);
  }
};

// A rule that matches free inputs with free outputs over the queues of one lane.
class Matcher {
public:
  virtual ~Matcher() = default;
  // Adds pairs of `inputs` and `outputs`. Each port is in at most one pair; each pair has a cell.
  virtual void match(const InputBuffers& buffers, Lane lane, Ports inputs, Ports outputs, Slot now,
                     Match& match) = 0;
};

class Scheduler {
public:
  virtual ~Scheduler() = default;
  // Computes the match of this step. Each pair has a cell and sends it.
  virtual void schedule(const InputBuffers& buffers, Slot now, Match& match) = 0;
  // Null if each match lasts for one cell.
  virtual const Holds* holds() const { return nullptr; }
};

struct SchedulerKind {
  std::string_view name;
  ShortQueues short_queues;
  bool iterates; // accepts the key 'iterations'
  std::unique_ptr<Scheduler> (*make)(unsigned ports, unsigned iterations, uint64_t seed);
};

std::span<const SchedulerKind> schedulers(); // all (schedulers.cc)

} // namespace ixp::fabric
