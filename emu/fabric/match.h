// What schedulers decide: which input sends a cell to which output in a step of the crossbar.
#pragma once

#include "emu/fabric/buffers.h"
#include "emu/fabric/ports.h"

#include <array>

namespace ixp::fabric {

struct Match {
  Ports inputs = 0, outputs = 0; // that are matched
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

// Pairs that stay matched until their packet is through: an output gets no other packet of that
// lane in between.
struct Holds {
  Ports inputs = 0, outputs = 0;
  std::array<uint8_t, kMaxPorts> output{}; // of an input

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

// A rule that matches inputs and outputs which are both free, over the queues of one lane.
class Matcher {
public:
  virtual ~Matcher() = default;
  // Adds pairs of `inputs` and `outputs`, each port in one pair at most, each with a cell.
  virtual void match(const InputBuffers& buffers, Lane lane, Ports inputs, Ports outputs, Slot now,
                     Match& match) = 0;
};

class Scheduler {
public:
  virtual ~Scheduler() = default;
  // Each pair of the match has a cell, which it sends in this step.
  virtual void schedule(const InputBuffers& buffers, Slot now, Match& match) = 0;
  // Null where a match lasts for one cell.
  virtual const Holds* holds() const { return nullptr; }
};

} // namespace ixp::fabric
