// The wire between a transmit port of one chip and a receive port of another. The sender's half
// observes the first byte of a frame and computes its arrival; the receiver's half is the frame
// source of its port. The halves may be in different threads or processes: a frame stays in the
// sender's outbox until both chips have reached the end of a window (network.h).
#pragma once

#include "base/random.h"
#include "emu/chip/chip.h"
#include "emu/media/ledger.h"
#include "emu/network/clock.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <string>
#include <unordered_map>
#include <vector>

namespace ixp {

// Identity of a frame in a network. A chip's tags (emu/kernel/packet_tag.h) name the receive port
// and ordinal of a frame in that chip. Between chips a frame carries its identity: where it entered
// the network, and the chips that it has passed.
struct FrameIdentity {
  uint16_t chip = 0; // chip at which it entered, or was made
  uint8_t port = 0;  // its receive port there; the transmit port if microcode made the frame
  bool made = false;
  uint64_t frame = 0;         // ordinal on that port
  NetTime entered = 0;        // arrival of its last byte; if made: departure of its first byte
  std::vector<uint16_t> path; // chips that forwarded it, in order
};

// "R1:p0.17" as in the port logs of R1; "R1:m2.5" is the sixth frame made in R1 that left port 2.
std::string text(const FrameIdentity& id, const std::vector<std::string>& chip_names);

// The identities of frames that entered one chip over links. Identities of frames that the chip has
// forgotten are dropped, so memory stays bounded.
class Identities {
public:
  // Records the identity of frame `ordinal` of a receive port.
  void add(unsigned port, uint64_t ordinal, FrameIdentity id);
  const FrameIdentity* find(unsigned port, uint64_t ordinal) const;

  // `each_tag` calls its argument with every tag in the chip. Collects garbage when the size has
  // doubled since the last collection.
  using EachTag = std::function<void(const TagVisitor&)>;
  void forget(const PacketLedger& ledger, const EachTag& each_tag);

private:
  static uint64_t key(unsigned port, uint64_t ordinal) { return ordinal << 5 | port; }
  std::unordered_map<uint64_t, FrameIdentity> identities_;
  size_t look_at_ = 1024;
};

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
