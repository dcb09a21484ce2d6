// Packets of flows, in order of time.
#pragma once

#include "tools/ixpgen/arrivals.h"
#include "tools/ixpgen/flow_file.h"
#include "tools/ixpgen/flow_frame.h"

#include <functional>
#include <vector>

namespace ixp {

// Arrivals that conform to a reservation: a token bucket for the processor and one for the link,
// filled at the flow's share of each. A packet arrives when both hold enough for it.
class Reservation {
public:
  explicit Reservation(const Flow& flow); // a flow with buckets
  // The first nanosecond, not before `wanted` or the previous packet, at which a packet with
  // `bytes` on the link (without overhead) and `cycles` conforms. Takes it from the buckets.
  uint64_t admit(uint64_t wanted, uint64_t bytes, uint64_t cycles);

private:
  using Time = unsigned __int128; // in 2^-32 ns, so that sums are exact
  static constexpr unsigned kFraction = 32;
  struct Bucket {
    uint64_t unit = 0; // time per cycle or byte at the share
    Time depth = 0;    // time to fill the bucket
    Time paid_at = 0;  // when all admitted packets are paid
  };
  static Bucket bucket(double ns_per_unit, uint64_t most, uint64_t packets);

  uint64_t overhead_bytes_, last_ = 0;
  Bucket cpu_, link_;
};

struct Packet {
  const Flow* flow;
  uint64_t time_ns;               // of its first byte
  std::span<const uint8_t> frame; // valid during the call
  uint16_t work;                  // cycles
};

struct GeneratorOptions {
  uint64_t load_percent = 100;     // factor on every rate
  std::optional<uint64_t> packets; // per flow; overrides its own limit
};

// One flow. Times and contents use separate random streams, so every load has the same packets.
class FlowSource {
public:
  // `flow` must outlive it. Throws InputError if a kind has more work than a frame can express.
  FlowSource(const Flow& flow, const GeneratorOptions& options);
  bool ended() const { return ended_; }
  uint64_t time_ns() const { return time_ns_; } // of the next packet
  const Flow& flow() const { return flow_; }
  // Fills `frame` with the next packet and advances.
  Packet take(std::vector<uint8_t>& frame);

private:
  void look_ahead(uint64_t bytes);
  uint64_t draw(const Range& r) { return r.lo + contents_.below(r.hi - r.lo + 1); }
  const PacketKind& draw_kind();
  void draw_contents();

  const Flow& flow_;
  Arrivals arrivals_;
  Random contents_;
  std::optional<Reservation> reservation_;
  std::optional<uint64_t> packets_, until_ns_;
  uint64_t bytes_ = 0, work_ = 0, resized_percent_ = 0; // of the next packet
  uint64_t shares_ = 0, sequence_ = 0, time_ns_ = 0;
  bool ended_ = false;
};

// Generates the packets of one port's flows in order of time; ties go to the lower flow number.
void generate(const std::vector<const Flow*>& flows, const GeneratorOptions& options,
              const std::function<void(const Packet&)>& use);

} // namespace ixp
