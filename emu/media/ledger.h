// Packet identity. Every frame that begins to arrive gets a tag. The tag follows its bytes as a
// shadow (port buffer, RBUF, DRAM, TBUF, wire), and the ledger records the fate of each frame.
// Frames are conserved:
//   received = dropped by hardware + in port buffers + in RBUF + delivered to microcode.
//
// An entry is kept while any part of the chip holds its tag: stale bytes of a buffer may be
// transmitted long after their frame. At intervals, the parts report the tags they hold and other
// entries are deleted, so a run of any length needs bounded memory.
#pragma once

#include "emu/kernel/event_stream.h"
#include "emu/kernel/packet_tag.h"
#include "emu/kernel/time.h"

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace ixp {

enum class Fate : uint8_t {
  Arriving,  // its last byte has not crossed the line yet
  InPort,    // complete; its last byte is in the port buffer
  InRbuf,    // its last byte is in an RBUF element not yet reported to a thread, or in a FIFO of
             // flow control
  Delivered, // a thread received the status word of its last element
  Dropped,   // lost by hardware, see DropReason; microcode may have seen part of it
};
constexpr unsigned kFates = 5;
const char* name(Fate f);

enum class DropReason : uint8_t {
  None,
  PortOverflow, // the port's receive buffer was full
  RbufOverflow, // no RBUF element was free
  RxReset,      // its element was discarded by a reset or mode change of the receiver
  // C-frames
  IdleCFrame,      // carries only ready bits: no loss
  CFrameDiscard,   // CSIX_TYPE_MAP discards its type
  DamagedCFrame,   // incomplete headers, or a length invalid for FCEFIFO
  FcefifoOverflow, // no space in FCEFIFO towards the ingress side
  FcififoError,    // it arrived there damaged
  FcififoOverflow, // no space there
};
constexpr unsigned kDropReasons = 10;
const char* name(DropReason r);

// Reason why a frame sent by microcode did not reach the wire whole.
enum class TransmitLoss : uint8_t {
  None,
  PortOverflow, // the port's transmit buffer was full, without flow control
  Underrun,     // the buffer ran empty within the frame
  Aborted,      // by microcode, or its mpackets did not form a frame
  NoPort,       // its TBUF element named a port that does not exist
  Reset,        // its element was discarded by a mode change of the transmitter
};
constexpr unsigned kTransmitLosses = 6;
const char* name(TransmitLoss r);

class PacketLedger {
public:
  struct Totals {
    uint64_t received = 0; // frames with a fate other than Arriving
    std::array<uint64_t, kFates> by_fate{};
    std::array<uint64_t, kDropReasons> dropped{};
    uint64_t delivered_with_error = 0; // delivered ones with the receive error bit
    uint64_t dropped_seen = 0;         // dropped ones whose end microcode received, with an error
    uint64_t transmitted_tagged = 0, transmitted_untagged = 0; // frames on the wire
    uint64_t received_and_transmitted = 0; // received frames that left at least once
    std::array<uint64_t, kTransmitLosses> lost_on_transmit{}; // received frames, never transmitted
    bool balanced() const;                                    // tests the equation above
  };

  // Calls its argument with all tags held anywhere. Without it, entries are never deleted.
  using Holders = std::function<void(const TagVisitor&)>;
  void set_holders(Holders holders) { holders_ = std::move(holders); }

  void listen(EventStream* events) { events_ = events; } // to losses

  // Starts a frame that begins to arrive.
  PacketTag begin(unsigned port, uint64_t frame);
  void set(PacketTag tag, Fate fate); // ignored after Dropped: a lost frame stays lost
  void crossed(PacketTag tag, Tick eop) { find(tag).crossed = eop; } // complete and good
  void delivered(PacketTag tag, bool receive_error);
  void drop(PacketTag tag, DropReason reason);               // ignored after Dropped
  void transmitted(PacketTag tag);                           // 0: a frame made by microcode
  void lost_on_transmit(PacketTag tag, TransmitLoss reason); // unless it is transmitted later

  struct Entry {
    Tick crossed;   // end of its last byte on the line; kNever: not yet, lost or bad
    uint32_t frame; // ordinal on its port
    uint8_t port;
    Fate fate : 4;
    TransmitLoss lost : 4;
    DropReason reason;
    uint8_t times_transmitted; // saturates at 255
    // Delivered frames are inside while this is false.
    bool left() const { return times_transmitted > 0 || lost != TransmitLoss::None; }
  };
  const Entry& entry(PacketTag tag) const; // requires that a part holds `tag`
  uint64_t size() const { return given_; } // tags given so far: 1..size()
  uint64_t remembered() const;             // number of stored entries
  const Totals& totals() const { return totals_; }
  std::string text(PacketTag tag) const; // "p0.17", "-" for 0
  // Writes the same to `out`, at most kMostText characters; returns the end.
  char* write_text(PacketTag tag, char* out) const;
  static constexpr size_t kMostText = 24;

private:
  static constexpr size_t kPageEntries = 256, kFewPages = 64; // frames, pages between passes
  struct Page {
    std::array<Entry, kPageEntries> entries;
    bool held = false; // used in forget()
  };
  Entry& find(PacketTag tag) { return const_cast<Entry&>(entry(tag)); }
  void move(Entry& e, Fate to);
  void tell(FrameAction action, uint8_t reason, PacketTag tag) const;
  void add_page();
  void forget();
  size_t pages_left() const;

  std::vector<std::unique_ptr<Page>> pages_; // by tag; null: deleted
  uint64_t given_ = 0;
  size_t forget_at_ = kFewPages; // number of pages, deleted ones included
  Holders holders_;
  EventStream* events_ = nullptr;
  Totals totals_;
};

} // namespace ixp
