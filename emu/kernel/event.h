// What happens in a chip, as values: one stream of events that any number of probes hear
// (event_stream.h). Each has the tick at which it happens. An event belongs to somebody: a context
// of a microengine (`me`, `ctx`, and `pc` where an instruction is behind it), or nobody (-1).
//
// A command is known by (me, command.issued): a microengine issues at most one a cycle.
#pragma once

#include "emu/kernel/frame_watch.h"
#include "emu/kernel/hazard.h"
#include "emu/kernel/kernel.h"
#include "emu/kernel/packet_tag.h"
#include "mecc/target/isa.h"

#include <span>

namespace ixp {

// Those of one tick come by what they happen in (Slot), then in this order.
enum class EventKind : uint8_t {
  Frame,     // a frame crossed a port, or was lost
  Element,   // of RBUF or TBUF
  Performed, // a unit pulled the command's words and read or changed memory
  Ring,      // of the scratchpad, or between neighbours
  Queue,     // an entry of a queue array changed
  Dram,      // DRAM was read, written, filled from RBUF or copied to TBUF
  Completed, // the command's words are pushed, its (last) signal set; none for a command without
  Granted,   // the command bus handed the command over
  Signal,    // a signal was raised at a context
  Waits,     // the context was swapped out
  Ready,     // its signals are there
  Runs,      // it executes again, from `pc` on
  Stalled,   // it could issue its command only now: the command FIFO was full
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
  static constexpr EventKinds all() {
    EventKinds out{};
    out.bits_ = (1u << kEventKinds) - 1;
    return out;
  }
  constexpr bool empty() const { return bits_ == 0; }
  constexpr bool has(EventKind k) const { return bits_ >> static_cast<unsigned>(k) & 1; }
  constexpr EventKinds without(EventKinds others) const {
    EventKinds out{};
    out.bits_ = bits_ & ~others.bits_;
    return out;
  }
  constexpr EventKinds operator|(EventKinds other) const {
    EventKinds out{};
    out.bits_ = bits_ | other.bits_;
    return out;
  }

private:
  uint32_t bits_ = 0;
};

enum class FrameAction : uint8_t {
  Drawn,          // comes next on its port; it has its tag from now on
  Received,       // whole and good
  Transmitted,    // the same
  Dropped,        // by hardware
  LostOnTransmit, // a frame that was received; it may leave after all, from a copy
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

// Who is behind an event of a memory: a command of a microengine, or (me < 0) the control core.
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
  // `tag`, here and below: the first frame whose bytes these are, or in whose buffer; 0: none.
  struct OfRing { // the neighbours' ring has neither depth nor lost
    RingAction action;
    QueuePlace place;
    uint8_t count;         // of words
    unsigned depth;        // longwords in it afterwards
    unsigned lost;         // unread longwords that the put cost
    const uint32_t* words; // moved; there during the call of the probe only
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
    uint8_t port;   // Transmitted: where it left; else where it came from
    uint32_t frame; // ordinal there
    uint32_t bytes; // Received, Transmitted
    PacketTag tag;
    Tick sop; // Received, Transmitted: began to cross
  };
  struct OfHazard {
    HazardKind kind;
  };

  Event() : command{} {} // gcc 12 makes none of the initialiser of a union's member

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

// Who listens. Events come in the order of their ticks, some time after they happened: a probe
// looks at events, not at the chip.
class Probe {
public:
  virtual ~Probe() = default;
  virtual void event(const Event& e) = 0;
  // Most gets find their ring empty; false: the probe can do without those (EventKind::Ring).
  virtual bool hears_empty_gets() const { return true; }
};

} // namespace ixp
