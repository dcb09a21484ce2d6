// The scratchpad (Slot::Scratch): 16 KB of longwords with atomic operations, and 16 rings in them.
// Timing: memory_unit.h.
//
// Rings are addressed by number * 4. A get beyond a ring's contents gives the available words, then
// zeros: the first word of a get from an empty ring is 0, as on the chip, the others are our
// choice.
#pragma once

#include "emu/kernel/command.h"
#include "emu/kernel/frame_watch.h"
#include "emu/memory/memory_unit.h"
#include "emu/memory/plain_flags.h"
#include "emu/memory/scratch_ring.h"
#include "isa/memory_map.h"

#include <array>
#include <bitset>
#include <optional>
#include <vector>

namespace ixp {

using mev2::kScratchBytes;
using mev2::kScratchRings;

// Meaning of a ring's status flag for microengines.
enum class RingStatus : uint8_t { NearlyFull, Empty };

class Scratch final : public PipelinedUnit {
public:
  // `plain`: uses the flags of plain_flags.h.
  Scratch(const Params& params, const MemoryWiring& wiring, Inlet& inlet, HazardSink& hazards,
          bool plain = false);

  bool scratch_ring_status(unsigned ring); // as InputStates says

  // For boot, dumps and the control core: immediate, no timing. Byte addresses, multiples of 4;
  // beyond the scratchpad reads 0, writes do nothing.
  uint32_t read(uint32_t address);
  void write(uint32_t address, uint32_t value);

  // Rings 0..15. set_up_ring: longwords 128, 256, 512 or 1024, base a byte address aligned to the
  // ring, else InputError. The ring is empty afterwards.
  void set_up_ring(unsigned ring, uint32_t base, unsigned longwords, RingStatus status);
  bool ring_is_set_up(unsigned ring) const { return rings_[ring].is_set_up(); }
  unsigned ring_size(unsigned ring) const { return rings_[ring].size(); } // longwords
  unsigned ring_count(unsigned ring);                                     // longwords in it
  uint32_t ring_get(unsigned ring);                                       // 0 when empty
  bool ring_put(unsigned ring, uint32_t word); // false: it was full, and its contents are lost
  const RingStats& ring_stats(unsigned ring) const {
    return rings_[ring].stats();
  } // settle() first

  // BASE (offset 0), HEAD (4) and TAIL (8) of a ring; other offsets read 0.
  uint32_t read_ring_csr(unsigned ring, unsigned offset);
  void write_ring_csr(unsigned ring, unsigned offset, uint32_t value);

  std::vector<uint32_t> ring_words(unsigned ring);     // in it, the oldest first
  std::optional<unsigned> ring_with(uint32_t address); // the ring that holds this longword

  void set_frame_watch(FrameWatch* watch) { watch_ = watch; }

private:
  void perform(InFlight& t) override;
  void do_read(InFlight& t);
  void do_write(InFlight& t);
  void do_atomic(InFlight& t);
  void do_get(InFlight& t);
  void do_put(InFlight& t);

  bool usable(const InFlight& t, uint32_t address);
  std::optional<unsigned> find_ring(uint32_t address) const;
  void watch_rings(const InFlight& t, unsigned longwords);
  void report_overwritten(const InFlight& t, unsigned longwords);
  unsigned ring_of(const InFlight& t);
  void report_ring(const InFlight& t, unsigned ring);
  uint32_t load(const InFlight& t, uint32_t address);
  void store(uint32_t address, uint32_t value);
  // Moves available words out, then zeros.
  void take(unsigned ring, uint32_t* words, unsigned wanted, Tick t, EventSource source);
  // Returns the number of unread words lost.
  unsigned give(unsigned ring, const uint32_t* words, unsigned n, Tick t, EventSource source);
  std::vector<uint32_t> words_in(unsigned ring) const; // as of the effects performed
  void tell_event(RingAction action, unsigned ring, std::span<const uint32_t> words, Tick t,
                  EventSource source, unsigned lost);
  void tell_lost(unsigned ring, const uint32_t* words, unsigned n);
  void note_flag(unsigned ring, Tick t);

  std::array<uint32_t, kScratchBytes / 4> memory_{};
  std::bitset<kScratchBytes / 4> written_; // for --uninitialised
  std::array<ScratchRing, kScratchRings> rings_;
  uint32_t ring_blocks_ = 0; // ScratchRing::blocks() of the rings that are set up
  PlainFlags plain_flags_;   // instead of those of the rings, for the reference engine
  const bool plain_;
  FrameWatch* watch_ = nullptr;
};

} // namespace ixp
