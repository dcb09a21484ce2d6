// The DDR channel: Slot::Dram. Commands count in quadwords; addresses are multiples of 8.
//
// dram_banks.h computes when the first and the last granule of a command may move. The row of the
// command (command.h) gives the times from the first granule to the effect, and from the last
// to the end. Each further quadword takes bus.d_cycles_per_quadword on the microengines' side of
// the D bus; quadwords of RBUF and TBUF take one bus cycle, as their side is 64 bits wide. Unloaded
// commands of one quadword (64 bytes for RBUF and TBUF) take exactly their parameter.
//
// Effects happen in command order within a bank, so also for overlapping addresses.
//
// A command signals the even and the odd signal of its pair together, when it is complete. Given an
// odd number s it still sets both, s & ~1 and s | 1 (assumed: sources only show even ones).
//
// Packet tags travel as a shadow of the data, one per 8 bytes: RBUF -> DRAM -> TBUF. Writes by a
// microengine keep the tag of their address: headers are rewritten in place.
#pragma once

#include "emu/kernel/element_store.h"
#include "emu/kernel/frame_watch.h"
#include "emu/kernel/hazard.h"
#include "emu/kernel/params.h"
#include "emu/memory/dram_banks.h"
#include "emu/memory/memory_unit.h"
#include "emu/memory/paged_memory.h"

#include <array>
#include <string>

namespace ixp {

struct DramStats {
  uint64_t commands = 0;
  uint64_t bytes_read = 0, bytes_written = 0; // by microengines
  uint64_t bytes_from_rbuf = 0, bytes_to_tbuf = 0;
  Tick waiting_ticks = 0; // summed over commands: arrival to first granule
  // banks() has further statistics: activates, row hits, granules (each occupies the pins for
  // dram.service).
};

class Dram final : public MemoryUnit {
public:
  // Set HazardSink::check before.
  Dram(const Params& params, HazardSink& hazards);
  // `elements` may be null: rbuf_rd then reads zeros and tbuf_wr has no effect.
  void connect(const MemoryWiring& wiring, ElementStore* elements);
  void set_frame_watch(FrameWatch* watch) { watch_ = watch; }

  bool can_accept(const Command& c, Tick now) const override;
  Tick accept(InFlight& t, Tick now, Tick arrival) override;

  // For boot, dumps and the control core, outside step()s of microengines: immediate, no timing.
  // Bytes are in address order; a longword is big-endian. Beyond memory, reads give 0 and writes do
  // nothing.
  uint64_t bytes() const { return memory_.bytes(); }
  void read(uint32_t address, uint8_t* data, unsigned bytes);
  void write(uint32_t address, const uint8_t* data, unsigned bytes);
  uint32_t read_longword(uint32_t address);
  void write_longword(uint32_t address, uint32_t value);
  // Stored bytes from `address` to the end of its page, which last as long as the memory; null for
  // writes that have to be recorded. Effects not settled yet are missing.
  uint8_t* bytes_at(uint32_t address, bool write) { return memory_.bytes_at(address, write); }
  PacketTag tag(uint32_t address);
  // Commands in flight hold no tags: effects move them at once.
  void visit_tags(const TagVisitor& visit) const { memory_.visit_tags(visit); }

  const DramStats& stats() const { return stats_; } // settle() first
  const DramBanks& banks() const { return banks_; }

private:
  static constexpr unsigned kMaxBytes = DramBanks::kMostBytes; // 16 quadwords
  using Kind = DramAction;
  using Bytes = std::array<uint8_t, kMaxBytes>;

  struct Span {
    uint32_t address; // multiple of 8
    unsigned bytes;
  };
  static Kind kind_of(mev2::Opcode op);
  static Kind kind_of(const InFlight& t) { return static_cast<Kind>(t.kind); }
  static Span span_of(const Command& c);

  Tick effect_of(const InFlight& t, const CommandRow& row, const DramBanks::Plan& plan);
  Tick done_of(const InFlight& t, const CommandRow& row, const DramBanks::Plan& plan);
  void perform(InFlight& t) override;

  void do_read(InFlight& t, Span span);
  void do_write(InFlight& t, Span span);
  void do_from_rbuf(InFlight& t, Span span);
  void do_to_tbuf(InFlight& t, Span span);
  unsigned inside(Span span) const;
  void load(Span span, uint8_t* data) const;
  void store(Span span, const uint8_t* data);
  uint32_t element_offset(const InFlight& t, unsigned bytes);
  void check_written(const InFlight& t, Span span);
  void tell(const InFlight& t, Span span);
  void report(const InFlight& t, HazardKind kind, std::string text);

  ElementStore* elements_ = nullptr;
  HazardSink& hazards_;
  const bool check_;
  FrameWatch* watch_ = nullptr;
  PagedMemory memory_;
  DramBanks banks_;
  const Tick element_granules_; // ticks from the first to the last granule of 64 bytes
  const Tick quadword_;         // ticks on the microengines' side of the D bus
  const Tick cycle_;            // ticks of a microengine cycle
  DramStats stats_;
};

} // namespace ixp
