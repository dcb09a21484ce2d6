// The wire between a transmit port of one chip and a receive port of another. The sender's half
// observes the first byte of a frame and computes its arrival; the receiver's half is the frame
// source of its port. In between the frame is in the sender's outbox until both chips have reached
// the end of a window (network.h), so that the halves may be in different threads or processes.
#pragma once

#include "base/random.h"
#include "emu/chip/chip.h"
#include "emu/network/identity.h"

#include <deque>

namespace ixp {

struct WireConfig {
  NetTime delay = 1;          // propagation, at least 1
  uint64_t loss_per_giga = 0; // frames lost on average, per 10^9
  NetTime added_delay = 0;    // maximum random delay added to a frame; frames stay in order
};

struct WireFrame {
  NetTime arrives = 0; // departure of its first byte
  std::vector<uint8_t> bytes;
  uint32_t line_bytes = 0;
  FrameIdentity id;
};

struct WireCounts {
  uint64_t frames = 0, bytes = 0; // sent into the wire
  uint64_t lost = 0;              // lost frames among them
};

// State shared by the wires of one chip.
struct WireChip {
  uint16_t number = 0;
  NetworkClock clock;
  Chip* chip = nullptr;
  Identities identities; // frames that arrived over links
  // Identity of a departing frame after this chip.
  FrameIdentity identify(const FrameRecord& record) const;
};

// The sending end of a wire.
class WireStart {
public:
  // `number` of the wire selects its random stream.
  WireStart(const WireConfig& config, uint64_t seed, unsigned number)
      : config_(config), random_(seed, number) {}
  virtual ~WireStart() = default;
  // Earliest arrival of a frame that is not in the outbox yet, if the sender does nothing before
  // `acts`.
  virtual NetTime next_arrival(NetTime acts) const = 0;
  std::vector<WireFrame> outbox;
  const WireCounts& counts() const { return counts_; }

protected:
  // Sends a frame whose first byte leaves at `begins`. Returns its outbox entry, to be filled in;
  // null if it is lost.
  WireFrame* send(NetTime begins, size_t bytes);
  NetTime delay() const { return config_.delay; }

private:
  WireConfig config_;
  Random random_;
  NetTime last_arrival_ = 0;
  WireCounts counts_;
};

// The receiving end of a wire.
class WireEnd {
public:
  virtual ~WireEnd() = default;
  // Called between run slices; the frame arrives later than now, and not before earlier frames.
  virtual void deliver(WireFrame frame) = 0;
  virtual size_t waiting() const = 0;         // delivered frames whose reception has not begun
  virtual uint64_t on_the_wire() const = 0;   // the same, plus a frame in reception
  virtual uint64_t received() const = 0;      // frames whose last byte has arrived
  virtual uint64_t lost() const { return 0; } // because the receiving chip was restarted
};

class WireSender final : public WireStart, public FrameCarrier {
public:
  WireSender(WireChip& chip, unsigned port, Fcs fcs, const WireConfig& config, uint64_t seed,
             unsigned number);
  void frame_begins(const FrameRecord& record) override;
  NetTime next_arrival(NetTime chip_acts) const override;
  // Replaces the sending chip (restart.h); called before the chip's first step.
  void move_to(WireChip& chip);

private:
  WireChip* chip_;
  unsigned port_;
  Fcs fcs_;
};

class WireReceiver final : public WireEnd {
public:
  // Becomes the source of the port; called before the chip's first step.
  WireReceiver(WireChip& chip, unsigned port);
  void deliver(WireFrame frame) override;
  size_t waiting() const override { return frames_.size(); }
  uint64_t on_the_wire() const override;
  uint64_t received() const override;
  uint64_t lost() const override { return lost_; }
  uint64_t taken() const { return taken_; }
  // Replaces the receiving chip (restart.h), whose first step is at `begins`: frames that arrive
  // earlier are lost.
  void move_to(WireChip& chip, NetTime begins);

private:
  class Source;
  uint64_t received_by_chip() const;
  WireChip* chip_;
  unsigned port_;
  NetTime begins_ = 0;
  uint64_t received_before_ = 0, lost_ = 0; // received by earlier lives; lost at restarts
  std::deque<WireFrame> frames_;
  WireFrame arriving_; // its bytes are valid until the port requests the next frame
  uint64_t taken_ = 0; // frames taken by the port: the ordinal of the next
};

} // namespace ixp
