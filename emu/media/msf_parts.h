// Common parts of the MSF: division of the media bus and the element buffers, the media clock, and
// access to other units.
#pragma once

#include "emu/media/line.h"
#include "emu/media/msf.h"
#include "emu/memory/data_bus.h"

#include <algorithm>

namespace ixp {

constexpr unsigned kMaxElements = 128; // of 64 bytes
constexpr unsigned kGranules = msf_reg::kBufferBytes / kTagGranule;

// Partitions of the CSIX mode.
constexpr unsigned kData = 0, kControl = 1;

// Division of bus and buffer, from RX_CONTROL or TX_CONTROL.
struct MsfLayout {
  MsfMode mode = MsfMode::Mphy32;
  unsigned element_bytes = 64;
  unsigned enables = 0; // channel enables, bit n = channel n
  bool duplex = false;  // the CBUS connects egress to ingress side, else each side to the fabric
  bool cbus_8_bits = false;
  bool single_list = false; // CSIX, receive: freelist 0 serves both partitions

  unsigned elements() const { return msf_reg::kBufferBytes / element_bytes; }
  bool csix() const { return mode == MsfMode::Csix; }
  unsigned partitions() const {
    return csix() ? 2 : mode == MsfMode::Mphy4 || mode == MsfMode::Quad8 ? 4 : 1;
  }
  // CSIX: three quarters for data, one for control (IXP2800 HRM table 88).
  unsigned elements_of(unsigned partition) const {
    return !csix() ? elements() / partitions() : elements() / 4 * (partition == kData ? 3 : 1);
  }
  unsigned first_element(unsigned partition) const { return partition * elements_of(0); }
  unsigned partition_of(unsigned element) const { return element / elements_of(0); }
  unsigned list_of(unsigned element) const { return single_list ? 0 : partition_of(element); }
  unsigned lists() const { return single_list ? 1 : partitions(); }
  unsigned buses() const { return mode == MsfMode::Quad8 ? 4 : 1; }
  unsigned ports() const {
    return mode == MsfMode::Sphy || csix() ? 1 : mode == MsfMode::Mphy32 ? 32 : 4;
  }
  unsigned bus_of_port(unsigned port) const { return buses() == 4 ? port : 0; }
  unsigned partition_of_port(unsigned port) const { return partitions() == 4 ? port : 0; }
  unsigned all_channels() const { return partitions() == 4 ? 0xf : 0x1; }
  bool channel_enabled(unsigned port) const { return enables >> partition_of_port(port) & 1; }
  bool partition_enabled(unsigned partition) const {
    return enables >> (csix() ? 0 : partition) & 1;
  }

  // Media clocks that an mpacket of `bytes` needs on its bus.
  uint64_t clocks(unsigned bytes, const Params& p) const {
    const uint64_t width = std::max<uint64_t>(1, p.msf_bus_bytes / buses());
    const bool mphy = mode == MsfMode::Mphy32 || mode == MsfMode::Mphy4;
    return (mphy ? p.msf_mphy_address_cycles : 0) + (bytes + width - 1) / width;
  }
  friend bool operator==(const MsfLayout&, const MsfLayout&) = default;
};

// Conversion to and from register values. unpack() returns false for a mode that this model lacks.
uint32_t pack(const MsfLayout& layout);
bool unpack(uint32_t control, MsfLayout& layout);

class MediaClock {
public:
  explicit MediaClock(const Params& p)
      : ticks_(p.pll_hz(), p.clock_msf_khz * 1000), edges_(p.clock_msf_khz * 1000, p.pll_hz()) {}
  Tick edge(uint64_t k) const { return ticks_.floor(k); }      // see edge_of()
  uint64_t index_from(Tick t) const { return edges_.ceil(t); } // of the first edge at or after t
  Tick edge_from(Tick t) const { return t == kNever ? kNever : edge(index_from(t)); }

private:
  Ratio ticks_, edges_;
};

// Source of a command; null: the control core.
inline EventSource source_of(const Command* c) {
  return c ? EventSource{c->me, c->ctx, c->pc} : EventSource{};
}

class FlowControl;

struct MsfShared {
  const Params& params;
  PacketLedger& ledger;
  HazardSink& hazards;
  MsfStats& stats;
  MemoryWiring wiring{};
  EventStream* events = nullptr;
  FlowControl* flow = nullptr;

  void report(Tick now, const Command* c, HazardKind kind, std::string text) const {
    Hazard h;
    h.kind = kind;
    h.tick = now;
    if (c) h.me = c->me, h.ctx = c->ctx, h.pc = c->pc;
    h.text = std::move(text);
    hazards.report(std::move(h));
  }
  // Reserve the S push or pull bus of a cluster for longwords of the MSF. Latencies include the
  // transfer over an idle bus; other traffic delays it. `last`: tick at which the last of
  // `longwords`, `spacing` ticks apart, would reach or leave microengine `me` (index) over an idle
  // bus. Return the actual tick.
  Tick push_slot(unsigned me, Tick last, unsigned longwords, Tick spacing) const {
    return slot(&DataBus::s_push, me, last, longwords, spacing);
  }
  Tick pull_slot(unsigned me, Tick last, unsigned longwords, Tick spacing) const {
    return slot(&DataBus::s_pull, me, last, longwords, spacing);
  }
  void misuse(Tick now, const Command* c, std::string text) const {
    report(now, c, HazardKind::MediaMisuse, std::move(text));
  }
  // Call it only if heard(events), since computing `e` is most of its cost.
  void tell_element(Tick now, EventSource source, const Event::OfElement& e) const {
    if (events->wants(EventKind::Element))
      events->add(EventKind::Element, Slot::Msf, now, source).element = e;
  }

private:
  Tick slot(std::array<BusSlots, 2> DataBus::* bus, unsigned me, Tick last, unsigned longwords,
            Tick spacing) const {
    if (!wiring.data_bus) return last;
    const Tick first = last - (longwords - 1) * spacing;
    return last + (wiring.data_bus->*bus)[cluster_of(me)].reserve(first, longwords, spacing);
  }
};

} // namespace ixp
