// A frame as it travels between a packet stream, a port, and whoever watches ports.
#pragma once

#include "emu/kernel/packet_tag.h"
#include "emu/kernel/time.h"

#include <cstdint>
#include <span>

namespace ixp {

constexpr unsigned kMaxPorts = 32;         // MPHY-32: five bits of port number
constexpr unsigned kMaxFrameBytes = 16384; // jumbo frames (9216) and then some
constexpr unsigned kFcsBytes = 4;          // Ethernet's frame check sequence, a CRC-32
enum class Fcs : uint8_t { Strip, Keep };  // does the chip see the FCS of frames?
enum class Direction : uint8_t { Rx, Tx }; // seen from the processor
constexpr const char* name(Direction d) {
  return d == Direction::Rx ? "rx" : "tx";
}

// One frame about to arrive at a port.
struct Frame {
  std::span<const uint8_t> bytes; // as the chip sees them; valid until the source gives the next
  uint32_t line_bytes = 0;        // without FCS: what the line accounts beside its overhead
  bool bad = false;               // arrives with a receive error
  bool spaced = false;            // whoever sent it keeps the gap to the next: the line need not
  Tick not_before = 0;            // earliest tick of its first byte; the line may be busy longer
};

// What was done to frames of packet streams so that the chip can get them.
struct SourceCounts {
  uint64_t padded = 0;  // a capture had cut them short: filled up with zeros
  uint64_t cut = 0;     // shortened, or left as short as the capture had cut them
  uint64_t skipped = 0; // left out
};

// Where a port's frames come from: a packet stream, another chip (emu/network/wire.h), or a
// generator of one's own.
class FrameSource {
public:
  virtual ~FrameSource() = default;
  // No frame begins before this tick, and next() is not asked before it. kNever: nobody knows yet
  // when one will; RxPorts::expect() says so later.
  virtual Tick none_before() const { return 0; }
  // The next frame, or false when there are no more. Never called again after false.
  virtual bool next(Frame& frame) = 0;
  virtual SourceCounts counts() const { return {}; } // so far
};

// A complete, good frame that crossed between a port and the network.
struct FrameRecord {
  unsigned port = 0;
  Direction direction = Direction::Rx;
  Tick sop = 0, eop = 0; // the first byte begins, the last byte has ended
  uint64_t frame = 0;    // ordinal on this port and direction, from 0; lost and bad ones count too
  PacketTag tag = 0;
  std::span<const uint8_t> bytes; // valid during the call
};

// The network behind a transmit port, when that is another chip's receive port. It hears of a frame
// when its first byte is about to leave, so that the other chip can have it in time.
class FrameCarrier {
public:
  virtual ~FrameCarrier() = default;
  // record.sop is not before the current tick; record.eop is when the last byte will have left.
  virtual void frame_begins(const FrameRecord& record) = 0;
};

class PortObserver {
public:
  virtual ~PortObserver() = default;
  virtual void frame_crossed(const FrameRecord& record) = 0; // at tick record.eop
};

} // namespace ixp
