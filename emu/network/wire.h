// The wire between a transmit port of one chip and a receive port of another. The sender's half
// hears of a frame when its first byte leaves and works out when it arrives; the receiver's half is
// the frame source of its port. In between the frame lies in the sender's outbox until both chips
// have come to the end of a window (network.h), so that the halves may be in other threads or
// processes.
#pragma once

#include "emu/chip/chip.h"
#include "emu/media/random.h"
#include "emu/network/identity.h"

#include <deque>
#include <optional>

namespace ixp {

struct WireConfig {
  NetTime delay = 1;          // propagation, at least 1
  uint64_t loss_per_giga = 0; // of 10^9 frames so many are lost on average
  NetTime added_delay = 0;    // each frame gets up to so much more; their order is kept
};

struct WireFrame {
  NetTime arrives = 0; // its first byte
  std::vector<uint8_t> bytes;
  uint32_t line_bytes = 0;
  FrameIdentity id;
};

struct WireCounts {
  uint64_t frames = 0, bytes = 0; // sent into the wire
  uint64_t lost = 0;              // of them
};

// What the wires of one chip share.
struct WireChip {
  uint16_t number = 0;
  NetworkClock clock;
  Chip* chip = nullptr;
  Identities identities; // of frames that came over links
  // Of a frame that leaves, and what it is called after this chip.
  FrameIdentity identify(const FrameRecord& record) const;
};

// Where frames go into a wire.
class WireStart {
public:
  // `number` of the wire tells the random choices of wires apart.
  WireStart(const WireConfig& config, uint64_t seed, unsigned number)
      : config_(config), random_(seed, number) {}
  virtual ~WireStart() = default;
  // No frame that is not in the outbox arrives before this, as who sends does nothing before
  // `acts`.
  virtual NetTime next_arrival(NetTime acts) const = 0;
  std::vector<WireFrame> outbox;
  const WireCounts& counts() const { return counts_; }

protected:
  // A frame whose first byte leaves then: its place in the outbox, to be filled in; null: it is
  // lost.
  WireFrame* send(NetTime begins, size_t bytes);
  NetTime delay() const { return config_.delay; }

private:
  WireConfig config_;
  Random random_;
  NetTime last_arrival_ = 0;
  WireCounts counts_;
};

// Where frames come out of a wire.
class WireEnd {
public:
  virtual ~WireEnd() = default;
  // Between pieces of the run; the frame arrives later than now, and not before others.
  virtual void deliver(WireFrame frame) = 0;
  virtual size_t waiting() const = 0;         // delivered, and have not begun to arrive
  virtual uint64_t on_the_wire() const = 0;   // these, and one that arrives
  virtual uint64_t received() const = 0;      // frames of which the last byte is there
  virtual uint64_t lost() const { return 0; } // because the chip there was restarted
};

class WireSender final : public WireStart, public FrameCarrier {
public:
  WireSender(WireChip& chip, unsigned port, Fcs fcs, const WireConfig& config, uint64_t seed,
             unsigned number);
  void frame_begins(const FrameRecord& record) override;
  NetTime next_arrival(NetTime chip_acts) const override;
  // From now on another chip sends (restart.h); before its first step.
  void move_to(WireChip& chip);

private:
  WireChip* chip_;
  unsigned port_;
  Fcs fcs_;
};

class WireReceiver final : public WireEnd {
public:
  // Becomes the source of the port, before the chip's first step.
  WireReceiver(WireChip& chip, unsigned port);
  void deliver(WireFrame frame) override;
  size_t waiting() const override { return frames_.size(); }
  uint64_t on_the_wire() const override;
  uint64_t received() const override;
  uint64_t lost() const override { return lost_; }
  uint64_t taken() const { return taken_; }
  // From now on another chip receives (restart.h), whose first step is at `begins`: what arrives
  // before is lost.
  void move_to(WireChip& chip, NetTime begins);

private:
  class Source;
  uint64_t received_by_chip() const;
  WireChip* chip_;
  unsigned port_;
  NetTime begins_ = 0;
  uint64_t received_before_ = 0, lost_ = 0; // by chips that were restarted, because of it
  std::deque<WireFrame> frames_;
  WireFrame arriving_; // its bytes last until the port asks for the next
  uint64_t taken_ = 0; // frames that the port got: the ordinal of the next
};

} // namespace ixp
