// Events of a chip, as values: one stream for any number of probes (event_stream.h). Each has the
// tick at which it happens. An event belongs to a context of a microengine (`me`, `ctx`, and `pc`
// if an instruction causes it), or to none (-1).
//
// A command is identified by (me, command.issued): a microengine issues at most one per cycle.
#pragma once

#include "emu/kernel/frame_watch.h"
#include "emu/kernel/hazard.h"
#include "emu/kernel/kernel.h"
#include "emu/kernel/packet_tag.h"
#include "isa/isa.h"

#include <span>

namespace ixp {

// Events of one tick are ordered by their Slot, then by kind in this order.
enum class EventKind : uint8_t {
  Frame,     // a frame crossed a port, or was lost
  Element,   // of RBUF or TBUF
  Performed, // a unit pulled the command's words and read or changed memory
  Ring,      // of the scratchpad, or between neighbours
  Queue,     // an entry of a queue array changed
  Dram,      // DRAM was read, written, filled from RBUF or copied to TBUF
  Completed, // the command's words are pushed, its (last) signal set; absent for commands without
             // signals
  Granted,   // the command bus handed the command over
  Signal,    // a signal was raised at a context
  Waits,     // the context was swapped out
  Ready,     // its signals have arrived
  Runs,      // it executes again, from `pc` on
  Stalled,   // the issue of its command was delayed: the command FIFO was full
  Issued,    // a command
  Hazard,
  kCount
};
constexpr unsigned kEventKinds = static_cast<unsigned>(EventKind::kCount);
const char* name(EventKind kind); // "frame", "element", ...

// A set of kinds.
class EventKinds {
public:
  constexpr EventKinds(std::initializer_list<EventKind> kinds) {
    for (const EventKind k : kinds)
      bits_ |= 1u << static_cast<unsigned>(k);
  }
  static constexpr EventKinds all() { return EventKinds((1u << kEventKinds) - 1); }
  constexpr bool empty() const { return bits_ == 0; }
  constexpr bool has(EventKind k) const { return bits_ >> static_cast<unsigned>(k) & 1; }
  constexpr EventKinds without(EventKinds others) const {
    return EventKinds(bits_ & ~others.bits_);
  }
  constexpr EventKinds operator|(EventKinds other) const { return EventKinds(bits_ | other.bits_); }

private:
  explicit constexpr EventKinds(uint32_t bits) : bits_(bits) {}
  uint32_t bits_ = 0;
};

enum class FrameAction : uint8_t {
  Drawn,          // next on its port; it has its tag from now on
  Received,       // whole and good
  Transmitted,    // the same
  Dropped,        // by hardware
  LostOnTransmit, // a received frame; a copy of it may still be sent
};
enum class ElementAction : uint8_t {
  Filled,    // an mpacket is complete in an RBUF element
  Dropped,   // an mpacket found no element
  Announced, // its status word reached me, ctx
  Freed,     // microcode gave an RBUF element back
  Validated, // microcode validated a TBUF element
  Sent,      // a TBUF element has left for its port
};
enum class RingAction : uint8_t { Put, Get, SetUp };
enum class QueueAction : uint8_t { Enqueue, EnqueueTail, Dequeue, Put, Get, Load };
enum class DramAction : uint8_t { Read, Write, FromRbuf, ToTbuf };

// Source of a memory event: a command of a microengine, or (me < 0) the control core.
struct EventSource {
  int me = -1, ctx = -1, pc = -1;
};

struct Event {
  struct OfCommand { // Issued, Granted, Performed, Completed
    mev2::Opcode op;
    uint8_t signal, count;
    uint32_t address;
    Tick issued;
    Tick since; // Granted: first possible; Performed: arrival at the unit; Completed: performed
  };
  struct OfSignal {
    uint8_t number;
  };
  struct OfContext {
    uint32_t wakeup; // Waits, Ready: signals waited for, bit 0 voluntary, bit 16 any of them
    Tick since;      // Stalled: from this tick to the event's
  };
  // `tag`, here and below: the first frame with these bytes, or in this buffer; 0: none.
  struct OfRing { // the neighbours' ring has neither depth nor lost
    RingAction action;
    QueuePlace place;
    uint8_t count;         // number of words
    unsigned depth;        // longwords in it afterwards
    unsigned lost;         // number of unread longwords overwritten by the put
    const uint32_t* words; // moved words; valid only during the call of the probe
    PacketTag tag;
    std::span<const uint32_t> span() const { return {words, count}; }
  };
  struct OfQueue {
    QueueAction action;
    uint8_t channel, entry;
    uint32_t word;  // queues: the link word; rings: longwords moved
    uint32_t depth; // packets or longwords afterwards
    PacketTag tag;
  };
  struct OfDram {
    DramAction action;
    uint32_t address;
    unsigned bytes;
    PacketTag tag;
  };
  struct OfElement {
    ElementAction action;
    bool sop, eop;
    int16_t port, number; // -1: none
    PacketTag tag;
  };
  struct OfFrame {
    FrameAction action;
    uint8_t reason; // Dropped: DropReason, LostOnTransmit: TransmitLoss (emu/media/ledger.h)
    uint8_t port;   // Transmitted: port where it left; else port of arrival
    uint32_t frame; // ordinal there
    uint32_t bytes; // Received, Transmitted
    PacketTag tag;
    Tick sop; // Received, Transmitted: began to cross
  };
  struct OfHazard {
    HazardKind kind;
  };

  Event() : command{} {} // gcc 12 ignores the initialiser of a union's member

  Tick tick = 0;
  EventKind kind{};
  Slot slot{};
  int8_t me = -1, ctx = -1;
  int pc = -1;
  union {
    OfCommand command;
    OfSignal signal;
    OfContext context;
    OfRing ring;
    OfQueue queue;
    OfDram dram;
    OfElement element;
    OfFrame frame;
    OfHazard hazard;
  };
};
static_assert(sizeof(Event) <= 64);

// Receives events in tick order, some time after they happened: a probe uses events, not the chip's
// state.
class Probe {
public:
  virtual ~Probe() = default;
  virtual void event(const Event& e) = 0;
  // Most gets find their ring empty; false: the probe does not need those (EventKind::Ring).
  virtual bool hears_empty_gets() const { return true; }
};

} // namespace ixp
