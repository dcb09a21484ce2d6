// A frame as passed between a packet stream, a port, and observers of ports.
#pragma once

#include "emu/kernel/packet_tag.h"
#include "emu/kernel/time.h"

#include <cstdint>
#include <span>

namespace ixp {

constexpr unsigned kMaxPorts = 32;         // MPHY-32: five bits of port number
constexpr unsigned kMaxFrameBytes = 16384; // more than jumbo frames (9216)
enum class Fcs : uint8_t { Strip, Keep };  // whether the chip sees frames' FCS
enum class Direction : uint8_t { Rx, Tx }; // seen from the processor
constexpr const char* name(Direction d) {
  return d == Direction::Rx ? "rx" : "tx";
}

// One frame about to arrive at a port.
struct Frame {
  std::span<const uint8_t> bytes; // as seen by the chip; valid until the source's next frame
  uint32_t line_bytes = 0;        // without FCS: bytes on the line except its overhead
  bool bad = false;               // arrives with a receive error
  bool spaced = false;            // the sender keeps the gap to the next frame, so the line need
                                  // not
  Tick not_before = 0;            // earliest tick of its first byte; the line may be busy longer
};

// Counts of frames changed to fit the chip.
struct SourceCounts {
  uint64_t padded = 0;  // truncated by the capture, filled with zeros
  uint64_t cut = 0;     // shortened, or left truncated as captured
  uint64_t skipped = 0; // omitted
};

// Source of a port's frames: a packet stream, another chip (emu/network/wire.h), or a custom
// generator.
class FrameSource {
public:
  virtual ~FrameSource() = default;
  // Earliest tick of the next frame, and of the call of next(). kNever: unknown; RxPorts::expect()
  // announces it later.
  virtual Tick none_before() const { return 0; }
  // Gets the next frame; false if there are no more. Never called again after false.
  virtual bool next(Frame& frame) = 0;
  virtual SourceCounts counts() const { return {}; } // so far
};

// A complete, good frame that crossed between a port and the network.
struct FrameRecord {
  unsigned port = 0;
  Direction direction = Direction::Rx;
  Tick sop = 0, eop = 0; // start of the first byte, end of the last byte
  uint64_t frame = 0;    // ordinal on this port and direction, from 0; lost and bad ones count too
  PacketTag tag = 0;
  std::span<const uint8_t> bytes; // valid during the call
};

// The network behind a transmit port that is connected to another chip. It is notified when a
// frame's first byte is about to leave, so that the other chip can receive it in time.
class FrameCarrier {
public:
  virtual ~FrameCarrier() = default;
  // record.sop is not before the current tick; record.eop is the end of the last byte.
  virtual void frame_begins(const FrameRecord& record) = 0;
};

class PortObserver {
public:
  virtual ~PortObserver() = default;
  // A received frame of these bytes begins; it may be lost before it is complete.
  virtual void frame_arrives(PacketTag, std::span<const uint8_t>) {}
  virtual void frame_crossed(const FrameRecord& record) = 0; // at tick record.eop
};

} // namespace ixp
