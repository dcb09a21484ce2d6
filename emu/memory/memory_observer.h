// Follows packets and queues through the memories (timelines, journeys). Events carry the tick at
// which they happen; they may be reported later than that, in the order of ticks within a unit.
#pragma once

#include "emu/kernel/packet_tag.h"
#include "emu/kernel/time.h"

#include <cstdint>
#include <span>

namespace ixp {

// Who is behind an event: a command of a microengine, or (me < 0) the control core.
struct EventSource {
  int me = -1, ctx = -1, pc = -1;
};

// An entry of an SRAM channel's queue array changed.
struct QueueEvent {
  enum Kind : uint8_t { Enqueue, EnqueueTail, Dequeue, Put, Get, Load } kind{};
  Tick tick = 0;
  EventSource source;
  unsigned channel = 0, entry = 0;
  uint32_t word = 0;  // queues: the link word; rings: longwords moved
  uint32_t depth = 0; // after it
};

// DRAM was read, written, filled from RBUF or copied to TBUF.
struct DramEvent {
  enum Kind : uint8_t { Read, Write, FromRbuf, ToTbuf } kind{};
  Tick tick = 0;
  EventSource source;
  uint32_t address = 0;
  unsigned bytes = 0;
  PacketTag tag = 0; // the first packet whose bytes these are; 0 = none
};

// Something was put into a ring of the scratchpad, taken from it (nothing, when it was empty), or a
// CSR of the ring was written.
struct RingEvent {
  enum Kind : uint8_t { Put, Get, SetUp } kind{};
  Tick tick = 0;
  EventSource source;
  unsigned ring = 0;
  std::span<const uint32_t> words; // moved; there during the call only
  unsigned depth = 0;              // longwords in the ring after it
  unsigned lost = 0;               // put into a full ring: unread longwords that it cost
};

class MemoryObserver {
public:
  virtual ~MemoryObserver() = default;
  virtual void queue_event(const QueueEvent& event) = 0;
  virtual void dram_event(const DramEvent& event) = 0;
};

class RingObserver {
public:
  virtual ~RingObserver() = default;
  virtual void ring_event(const RingEvent& event) = 0;
};

} // namespace ixp
