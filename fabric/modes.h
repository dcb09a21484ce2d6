// Modes of scheduling, independent of the matching rule: per cell, per packet, preemptive.
#pragma once

#include "fabric/match.h"

#include <memory>

namespace ixp::fabric {

// Cell mode: every step computes a new match; cells of several packets for an output may alternate.
class CellMode : public Scheduler {
public:
  explicit CellMode(std::unique_ptr<Matcher> matcher) : matcher_(std::move(matcher)) {}
  void schedule(const InputBuffers& buffers, Slot now, Match& match) override;

private:
  std::unique_ptr<Matcher> matcher_;
};

// Packet mode (Ajmone Marsan and others, IEEE/ACM Transactions on Networking 10(5), 2002): a pair
// that has begun a packet stays together until its last cell; the rule matches the remaining ports.
class PacketMode : public Scheduler {
public:
  explicit PacketMode(std::unique_ptr<Matcher> matcher) : matcher_(std::move(matcher)) {}
  void schedule(const InputBuffers& buffers, Slot now, Match& match) override;
  const Holds* holds() const override { return &holds_; }

private:
  std::unique_ptr<Matcher> matcher_;
  Holds holds_;
};

// Preemptive packet mode, as in the paper for MSM and MWM (Li, Liu, Shi, Xu, Wu, IWQoS 2005): the
// rule first matches short packets alone, then long ones among the remaining ports. A long packet
// whose input or output is taken by a short one waits for a step and resumes: its pair is held, and
// no other long packet gets its ports.
class Preemptive : public Scheduler {
public:
  Preemptive(std::unique_ptr<Matcher> of_short, std::unique_ptr<Matcher> of_long)
      : short_(std::move(of_short)), long_(std::move(of_long)) {}
  void schedule(const InputBuffers& buffers, Slot now, Match& match) override;
  const Holds* holds() const override { return &holds_; }

private:
  std::unique_ptr<Matcher> short_, long_;
  Holds holds_;
};

// Adds the held pairs that have free ports and a cell.
void resume(const InputBuffers& buffers, const Holds& holds, Match& match);
// Called once the match is complete: long packets that begin hold their pair, those that end
// release it.
void update(const InputBuffers& buffers, const Match& match, Holds& holds);

} // namespace ixp::fabric
