// Timing of the DRAM channel's banks and data pins, without data.
//
// An address belongs to bank (address / interleave) mod banks. A command opens the row it needs in
// each bank it touches (one activate), then moves whole granules over the data pins, `dram.service`
// each. With the closed-page policy a bank takes an activate once every t_rc; with the open-page
// policy an access to the row that is still open needs none and is t_rcd earlier, but not before
// the bus hands the command over.
//
// Each bank has a queue and serves it in order. Between banks the pins go to the oldest command
// whose bank is ready: a command reserves the first free pin time after its bank is ready. A later
// command may come before it if its bank is ready earlier.
//
// With dram.ecc_partial_write, a write of less than whole quadwords first reads the granules it
// touches (IXP2800 HRM p.51).
#pragma once

#include "emu/kernel/divisor.h"
#include "emu/kernel/params.h"
#include "emu/memory/memory_unit.h"

#include <array>
#include <cstdint>
#include <vector>

namespace ixp {

// Allocates time of one resource, earliest fit.
class StretchSchedule {
public:
  // The first stretch of `length` ticks that begins at or after `ready`.
  Tick reserve(Tick ready, Tick length);
  // No further reservation starts before `now`.
  void forget_before(Tick now);

private:
  struct Gap {
    Tick begin, end;
  };
  std::vector<Gap> gaps_; // few; ordered, disjoint, before free_from_
  Tick free_from_ = 0;
};

class DramBanks {
public:
  explicit DramBanks(const Params& params);

  // Times as if everything were idle: the first granule of such a command starts at its arrival.
  // `last`: start of its last granule. Granules read for a partial write come before.
  struct Plan {
    Tick first, last;
  };
  // Plans a command of at most kMostBytes. Later commands arrive at `now` or later.
  Plan plan(uint32_t address, unsigned bytes, Tick arrival, Tick now, bool partial_write = false);
  static constexpr unsigned kMostBytes = 128;

  // True if the queues of all banks touched by the command have space.
  bool room(uint32_t address, unsigned bytes, Tick now) const;
  // Tick at which the fullest queue of any bank has space again; kNever if none is full.
  Tick next_room(Tick now) const;

  // Delays the effect of the last planned command until after earlier commands' effects in its
  // banks: effects are in queue order.
  Tick in_bank_order(Tick effect);

  unsigned banks() const { return static_cast<unsigned>(banks_.size()); }
  unsigned bank_of(uint32_t address) const {
    return static_cast<unsigned>(address / interleave_ % bank_count_);
  }
  uint64_t activates(unsigned bank) const { return banks_[bank].activates; }
  uint64_t row_hits() const { return row_hits_; }
  uint64_t granules() const { return granules_; }
  Tick granule_ticks() const { return service_; }
  unsigned granule_bytes() const { return static_cast<unsigned>(granule_.value()); }

private:
  struct Bank {
    Tick ready = 0;       // next activate
    Tick last_slot = 0;   // in order: earliest time on the pins
    Tick last_effect = 0; // in order: earliest time of an effect
    uint64_t open_row = kNoRow;
    uint64_t command = 0; // number of the last command here
    uint64_t activates = 0;
    Backlog queue;
  };
  static constexpr uint64_t kNoRow = ~uint64_t{0};

  // A piece of a command inside one interleave unit of one bank.
  struct Piece {
    unsigned bank;
    uint64_t row;
    unsigned granules;
  };
  static constexpr unsigned kSmallestInterleave = 16;
  static constexpr unsigned kMostPieces = kMostBytes / kSmallestInterleave + 1;
  template <class F> void for_each_piece(uint32_t address, unsigned bytes, F f) const;
  template <class F> void for_each_bank(F f);
  Piece piece(uint64_t unit, uint64_t begin, uint64_t end) const;
  Tick serve(Bank& bank, const Piece& piece, unsigned granules, Tick arrival, Tick now);

  Divisor interleave_, granule_, row_bytes_, bank_count_;
  Tick service_, t_rc_, t_rcd_;
  bool open_page_, ecc_;
  std::vector<Bank> banks_;
  std::array<Piece, kMostPieces> pieces_{}; // of the command planned last
  unsigned piece_count_ = 0;
  StretchSchedule pins_;
  uint64_t commands_ = 0, row_hits_ = 0, granules_ = 0;
};

} // namespace ixp
