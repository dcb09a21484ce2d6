// A switch fabric as a node of a network: line cards are chips, their cells are frames on wires.
//
// It runs slot by slot like ixpfabric (fabric/fabric.h), with the same queues, schedulers and
// audit. In every slot it accepts the frames that have arrived whole:
//
//   grants_ahead = 0   Cards send their cells immediately; the fabric has the queues. A cell
//                      crosses in the slot in which its packet is matched, and leaves when the slot
//                      begins.
//   grants_ahead = n   Cards have the queues. A card sends a request for every packet that it
//                      queues; the fabric schedules requests. A match in slot s becomes a grant,
//                      which leaves at once; the card answers with the cell, which crosses in slot
//                      s + n: matches are made that far ahead. A cell that has not arrived by then
//                      is late; it crosses on arrival and fails the run, since a real crossbar
//                      would have lost it.
//
// Over CSIX cells are C-frames; idle ones are ignored, as outputs never wait.
//
// Every cell's header is compared with the expected one: number and order of the cells of a packet,
// packets of a class and input, the granted packet. A mismatched frame is dropped and fails the
// run.
#pragma once

#include "emu/media/line.h"
#include "emu/network/cell.h"
#include "emu/network/wire.h"
#include "fabric/audit.h"
#include "fabric/config.h"
#include "fabric/meter.h"

#include <algorithm>
#include <array>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ixp {

// Properties of a line between a fabric and a port of a chip. The fabric has the ends of its wires,
// and receives a frame when its last byte has arrived.
struct FabricLine {
  uint64_t rate_mbps = 0;
  uint64_t overhead = 0; // line time per frame beyond its own bytes, in bytes
  bool cframes = false;  // CSIX
};

class FabricInput final : public WireEnd {
public:
  explicit FabricInput(const FabricLine& line) : line_(line) {}
  void deliver(WireFrame frame) override { frames_.push_back(std::move(frame)); }
  size_t waiting() const override { return frames_.size(); }
  uint64_t on_the_wire() const override { return frames_.size(); }
  uint64_t received() const override { return received_; }

  // Arrival of the last byte of the first frame; kNever if there is none.
  NetTime next_whole() const {
    if (frames_.empty()) return kNever;
    const Ratio ticks(8 * kNetworkMhz, line_.rate_mbps);
    return frames_.front().arrives + ticks.ceil(frames_.front().bytes.size());
  }
  WireFrame take() {
    WireFrame frame = std::move(frames_.front());
    frames_.pop_front();
    ++received_;
    return frame;
  }
  bool cframes() const { return line_.cframes; }

private:
  FabricLine line_;
  std::deque<WireFrame> frames_;
  uint64_t received_ = 0;
};

class FabricOutput final : public WireStart {
public:
  FabricOutput(const FabricLine& line, const WireConfig& config, uint64_t seed, unsigned number)
      : WireStart(config, seed, number), line_(line.rate_mbps, kNetworkMhz),
        overhead_(line.overhead), cframes_(line.cframes) {}
  // Sends the frame at `t`, or after the frames before it.
  void put(NetTime t, WireFrame frame) {
    const NetTime begins = line_.begin(t);
    longest_wait_ = std::max(longest_wait_, begins - t);
    line_.end(frame.bytes.size() + overhead_);
    WireFrame* sent = send(begins, frame.bytes.size());
    if (!sent) return;
    frame.arrives = sent->arrives;
    *sent = std::move(frame);
  }
  NetTime next_arrival(NetTime acts) const override {
    return acts == kNever ? kNever : std::max(acts, line_.free()) + delay();
  }
  // Longest time that a frame has waited for those before it.
  NetTime longest_wait() const { return longest_wait_; }
  bool cframes() const { return cframes_; }

private:
  Line line_;
  uint64_t overhead_;
  bool cframes_;
  NetTime longest_wait_ = 0;
};

struct FabricNodeConfig {
  std::string name = "fabric";
  fabric::FabricConfig fabric;    // ports, speedup, scheduler
  uint64_t slot_ns = 512;         // 64 bytes at 1 Gbit/s
  unsigned grants_ahead = 0;      // slots; 0: queues are in the fabric
  std::optional<uint64_t> warmup; // slots before statistics; default: a tenth of the run
  SourceLocation where;
};

class FabricNode {
public:
  // `number`: index among the nodes of the network. `until`: end of the run, if known.
  FabricNode(FabricNodeConfig config, uint16_t number, std::optional<NetTime> until, uint64_t seed);

  // Each port is connected at most once. Output `ports` + p carries the grants of input p; without
  // it grants leave with the cells of output p. The network owns its ends of the wires.
  std::unique_ptr<FabricInput> make_input(unsigned port, const FabricLine& line);
  std::unique_ptr<FabricOutput> make_output(unsigned port, const FabricLine& line,
                                            const WireConfig& wire, uint64_t seed, unsigned number);

  // Runs the slots that begin before `to`.
  void run_to(NetTime to);
  // Earliest time at which the fabric may send, given its current state.
  NetTime next_action() const;
  bool empty() const; // no cell, request or grant inside

  struct Counts {
    uint64_t cells_in = 0, cells_out = 0;
    uint64_t requests = 0, grants = 0;
    uint64_t wrong = 0;              // frames dropped
    uint64_t late = 0, latest = 0;   // cells after their slot; maximum delay in slots
    uint64_t soonest = ~uint64_t{0}; // shortest time from a grant's slot to the arrival of its
                                     // cell, in slots
    uint64_t answers = 0, answered_after = 0; // granted cells received; sum of their delays in
                                              // slots
    uint64_t slowest = 0;
  };
  const Counts& counts() const { return counts_; }
  uint64_t steps() const { return counts_.cells_in + counts_.cells_out + counts_.requests; }
  std::string statistics() const; // JSON: those of ixpfabric, and the counts
  std::vector<std::string> failures() const;
  const FabricNodeConfig& config() const { return config_; }

private:
  // A granted match, before or while it crosses.
  struct Turn {
    fabric::Slot slot = 0; // slot in which it crosses
    uint8_t output = 0;
    fabric::Cell cell;
  };
  struct Input {
    FabricInput* line = nullptr;
    // By class: the packet in arrival, its remaining cells, the number of the next packet.
    std::array<fabric::PacketId, 2> packet{fabric::kNoPacket, fabric::kNoPacket};
    std::array<unsigned, 2> to_come{};
    std::array<uint16_t, 2> next_number{};
    std::deque<Turn> turns;      // granted and not crossed, in order
    std::deque<WireFrame> cells; // cells received for the first turns
  };

  NetTime begin_of(fabric::Slot slot) const;
  fabric::Slot slot_at(NetTime t) const; // first slot that begins at or after `t`
  void run_slot();
  void accept(unsigned input, WireFrame frame);
  std::string take_request(unsigned input, const CellHeader& header);
  std::string take_cell(unsigned input, const CellHeader& header, WireFrame& frame);
  std::string take_answer(unsigned input, const CellHeader& header, WireFrame& frame);
  fabric::PacketId enter(unsigned input, const CellHeader& header, unsigned arrived);
  void step();
  void grant(unsigned input, const Turn& turn);
  void cross_due(unsigned input);
  void cross(unsigned input, const Turn& turn, WireFrame frame);
  void end_slot();
  uint64_t cells_at_inputs() const;

  FabricNodeConfig config_;
  uint16_t number_;
  fabric::PacketPool pool_;
  fabric::InputBuffers buffers_;
  std::unique_ptr<fabric::Scheduler> scheduler_;
  fabric::Match match_;
  fabric::Reordering order_;
  fabric::Meter meter_;
  fabric::Audit audit_;
  std::vector<Input> inputs_;
  std::vector<FabricOutput*> outputs_;
  std::vector<std::deque<WireFrame>> cells_of_; // by packet: cells waiting here
  std::vector<uint16_t> numbers_;               // by packet: its number within its class
  fabric::Slot now_ = 0;
  uint64_t steps_due_ = 0;       // in thousandths of a step
  uint64_t crossed_of_open_ = 0; // crossed cells of packets that are still crossing
  uint64_t granted_ = 0;         // turns that wait for their slot or cell
  Counts counts_;
  std::string first_wrong_;
};

} // namespace ixp
