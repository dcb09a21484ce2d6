// Ports: the MAC devices between the network and the media bus. A receive port collects the bytes
// of frames at line rate in its buffer until the MSF fetches them, mpacket by mpacket; a transmit
// port collects mpackets and sends frames at line rate. One event per frame: the state between
// events is computed (Line).
//
// Time on the line: a frame's bytes, then port.wire_overhead_bytes (gap, preamble, FCS). With
// Fcs::Keep the FCS is part of the frame instead of the overhead, so a frame needs the same time
// either way.
#pragma once

#include "base/diagnostic.h"
#include "base/digest.h"
#include "emu/kernel/kernel.h"
#include "emu/kernel/params.h"
#include "emu/media/frame.h"
#include "emu/media/ledger.h"
#include "emu/media/line.h"

#include <array>
#include <deque>
#include <functional>
#include <memory>
#include <vector>

namespace ixp {

struct RxPortConfig {
#define RX_KEY(type, name, value, least, most, otherwise, meaning) type name = value;
#include "emu/media/port.def"
  bool cframes = false; // CSIX: fetched whole, no overhead on the line
};

struct TxPortConfig {
#define TX_KEY(type, name, value, least, most, otherwise, meaning) type name = value;
#include "emu/media/port.def"
  Fcs fcs = Fcs::Strip; // Keep: microcode sends frames with their FCS
  bool cframes = false; // CSIX: no overhead on the line
};

// Line overhead per frame in bytes.
inline uint64_t line_overhead(bool cframes, const Params& params) {
  return cframes ? 0 : params.port_wire_overhead_bytes;
}

enum class TxStatus : uint8_t { Starving, Hungry, Satisfied };

// Throw InputError ("where: what, expected, what to do") if the settings contradict each other.
void check(const RxPortConfig& config, unsigned element_bytes, const std::string& where);
void check(const TxPortConfig& config, const std::string& where);

// Rates count from the first SOP (as in the Workbench's packet simulation).
struct PortStats {
  uint64_t frames = 0, bytes = 0; // complete good frames that crossed the line
  uint64_t line_bytes = 0;        // the same with overhead
  Tick first_sop = kNever, last_eop = 0;
  uint64_t overflow_bytes = 0; // of the frames lost as the buffer was full
#define COUNTER(side, type, name, lost, meaning) type name = 0;
#include "emu/media/port.def"

  uint64_t lost() const; // frames, over all reasons
  // Mbit/s and frames/s between the first SOP and `now`, times 1000 (integers: no rounding
  // differences). `hz`: ticks per second.
  uint64_t kbit_per_s(Tick now, uint64_t hz) const;
  uint64_t millframes_per_s(Tick now, uint64_t hz) const;
};

// A piece of a frame that the MSF fetches from a receive port at a time.
struct RxMpacket {
  std::span<const uint8_t> bytes;
  PacketTag tag = 0;
  bool sop = false, eop = false;
  bool error = false; // with eop: the frame is bad
};

// Reports a frame that crossed to probes.
void tell_crossed(EventStream* events, const FrameRecord& r);

class RxPorts final : public Agent {
public:
  RxPorts(const Params& params, PacketLedger& ledger);
  ~RxPorts() override;
  void add(unsigned port, const RxPortConfig& config, std::unique_ptr<FrameSource> source);
  void add_observer(PortObserver& observer) { observers_.push_back(&observer); }
  // Replaces the source of a port; before the first step.
  std::unique_ptr<FrameSource> set_source(unsigned port, std::unique_ptr<FrameSource> source);
  // Announces a frame of a source whose none_before() was kNever: it comes at `from` or later,
  // which is not before the current tick.
  void expect(unsigned port, Tick from);
  // Called in expect(): the fetcher of frames may have to look at that tick.
  void on_expected(std::function<void(Tick)> callback) { expected_ = std::move(callback); }
  void listen(EventStream* events) { events_ = events; }
  // Called when a stream cannot be read further; its port gets no more frames. By default step()
  // throws the exception.
  using BadStream = std::function<void(const InputError&, Tick)>;
  void on_bad_stream(BadStream callback) { bad_stream_ = std::move(callback); }
  // The MSF's element size, before the first step.
  void set_element_bytes(unsigned bytes) { element_bytes_ = bytes; }

  IXP_OFTEN void step(Tick now) override;

  bool exists(unsigned port) const;
  unsigned ports() const; // highest port number + 1
  // Tick at which ready() should be called next; `now` or earlier: call it.
  Tick ready_at(unsigned port) const;
  bool ready(unsigned port, Tick now);
  RxMpacket peek(unsigned port); // requires ready()
  void take(unsigned port, Tick now);

  const PortStats& stats(unsigned port) const;
  SourceCounts source_counts(unsigned port) const;
  const Digest& drawn(unsigned port) const;     // hash of every frame received from its source so
                                                // far
  uint32_t fill(unsigned port, Tick now) const; // bytes in the buffer
  bool arriving(unsigned port) const;           // a frame is crossing the line without loss
  bool ended() const;                           // all streams have ended
  // True if every port has ended, waits for space in its buffer (rate 0), or has a source without a
  // known frame.
  bool none_on_its_way() const;
  bool dry() const;       // the buffers are empty and no source has a known frame
  bool exhausted() const; // ended, and all bytes were taken
  void list_frames(unsigned port, std::vector<PacketTag>& out) const; // complete in the buffer
  void visit_tags(const TagVisitor& visit) const;
  void reset_stats();

private:
  class Port;
  friend class Port;
  const Params& params_;
  PacketLedger& ledger_;
  std::vector<PortObserver*> observers_;
  EventStream* events_ = nullptr;
  std::array<std::unique_ptr<Port>, kMaxPorts> ports_;
  std::vector<Port*> present_; // in order of addition
  BadStream bad_stream_;
  std::function<void(Tick)> expected_;
  unsigned element_bytes_ = 64;
};

// One mpacket for a transmit port.
struct TxMpacket {
  std::span<const uint8_t> bytes;
  PacketTag tag = 0;
  bool sop = false, eop = false;
  bool abort = false; // the frame is bad: it is counted, and the rest is not sent
};

class TxPorts final : public Agent {
public:
  TxPorts(const Params& params, PacketLedger& ledger);
  ~TxPorts() override;
  void add(unsigned port, const TxPortConfig& config);
  // Sets the carrier of a port's frames. Such a port sends only whole frames: a frame that begins
  // before its end has been delivered throws InputError.
  void set_carrier(unsigned port, FrameCarrier* carrier);
  // Earliest tick of the next frame unknown to the carrier; if the port is idle, the tick at which
  // the line is free.
  Tick next_begin(unsigned port) const;
  void add_observer(PortObserver& observer) { observers_.push_back(&observer); }
  void listen(EventStream* events) { events_ = events; }

  IXP_OFTEN void step(Tick now) override;

  bool exists(unsigned port) const;
  unsigned ports() const;
  // Tick at which `bytes` more are admitted by space and flow control; `now`: admitted, later: ask
  // again then.
  Tick admits_at(unsigned port, unsigned bytes, Tick now);
  TxStatus status(unsigned port, Tick now) const;
  // Returns an error in the order of SOP and EOP, or null. Never refuses data.
  const char* deliver(unsigned port, const TxMpacket& mpacket, Tick now);

  const PortStats& stats(unsigned port) const;
  uint32_t fill(unsigned port, Tick now) const;
  bool empty() const;          // no port holds a byte
  bool sends_received() const; // bytes of a received frame are on some line
  void list_frames(unsigned port, std::vector<PacketTag>& out) const; // in the buffer, complete or
                                                                      // not
  void visit_tags(const TagVisitor& visit) const;
  void reset_stats();

private:
  class Port;
  friend class Port;
  const Params& params_;
  PacketLedger& ledger_;
  std::vector<PortObserver*> observers_;
  EventStream* events_ = nullptr;
  std::array<std::unique_ptr<Port>, kMaxPorts> ports_;
  std::vector<Port*> present_; // in order of addition
};

} // namespace ixp
