// Packets of flows, in order of time.
#pragma once

#include "tools/ixpgen/arrivals.h"
#include "tools/ixpgen/flow_frame.h"
#include "tools/ixpgen/reservation.h"

#include <functional>
#include <vector>

namespace ixp {

struct Packet {
  const Flow* flow;
  uint64_t time_ns;               // of its first byte
  std::span<const uint8_t> frame; // valid during the call
  uint16_t work;                  // cycles
};

struct GeneratorOptions {
  uint64_t load_percent = 100;     // of every rate
  std::optional<uint64_t> packets; // of every flow, instead of its own end
};

// One flow. Times and contents come from random streams of their own: the same packets under
// every load.
class FlowSource {
public:
  // `flow` must outlive it. InputError when a kind wants more work than a frame can say.
  FlowSource(const Flow& flow, const GeneratorOptions& options);
  bool ended() const { return ended_; }
  uint64_t time_ns() const { return time_ns_; } // of the packet to come
  const Flow& flow() const { return flow_; }
  // Fills `frame` with it and goes on to the next one.
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
  uint64_t bytes_ = 0, work_ = 0, resized_percent_ = 0; // of the packet to come
  uint64_t shares_ = 0, sequence_ = 0, time_ns_ = 0;
  bool ended_ = false;
};

// All packets of the flows of one port, by time, then by flow number.
void generate(const std::vector<const Flow*>& flows, const GeneratorOptions& options,
              const std::function<void(const Packet&)>& use);

} // namespace ixp
