#include "emu/memory/dram_banks.h"

#include <algorithm>
#include <cassert>

namespace ixp {

Tick StretchSchedule::reserve(Tick ready, Tick length) {
  for (auto gap = gaps_.begin(); gap != gaps_.end(); ++gap) {
    const Tick begin = std::max(gap->begin, ready);
    if (begin + length > gap->end) continue;
    const Gap before{gap->begin, begin}, after{begin + length, gap->end};
    *gap = after;
    if (after.begin == after.end) gap = gaps_.erase(gap);
    if (before.begin != before.end) gaps_.insert(gap, before);
    return begin;
  }
  const Tick begin = std::max(free_from_, ready);
  if (begin > free_from_) gaps_.push_back({free_from_, begin});
  free_from_ = begin + length;
  return begin;
}

void StretchSchedule::forget_before(Tick now) {
  if (gaps_.empty() || gaps_.front().end > now) return;
  gaps_.erase(gaps_.begin(),
              std::ranges::find_if(gaps_, [&](const Gap& g) { return g.end > now; }));
}

DramBanks::DramBanks(const Params& params)
    : interleave_(std::max(params.dram_interleave_bytes, params.dram_granule_bytes)),
      granule_(params.dram_granule_bytes), row_bytes_(params.dram_row_bytes),
      bank_count_(params.dram_banks), service_(params.me(params.dram_service)),
      t_rc_(params.dram_t_rc * params.clock_dram_div),
      t_rcd_(params.dram_t_rcd * params.clock_dram_div), open_page_(params.dram_open_page != 0),
      ecc_(params.dram_ecc_partial_write != 0),
      banks_(params.dram_banks, Bank{.queue = Backlog(params.dram_bank_queue)}) {}

// Bytes begin..end of one unit of the interleave.
inline DramBanks::Piece DramBanks::piece(uint64_t unit, uint64_t begin, uint64_t end) const {
  const uint64_t in_bank = unit / bank_count_ * interleave_.value();
  return {static_cast<unsigned>(unit % bank_count_), in_bank / row_bytes_,
          static_cast<unsigned>((end - 1) / granule_ - begin / granule_ + 1)};
}

template <class F>
inline void DramBanks::for_each_piece(uint32_t address, unsigned bytes, F f) const {
  const uint64_t end = uint64_t{address} + bytes;
  const uint64_t first = address / interleave_;
  if (end <= (first + 1) * interleave_.value()) [[likely]] {
    f(piece(first, address, end));
    return;
  }
  for (uint64_t at = address; at < end;) {
    const uint64_t unit = at / interleave_;
    const uint64_t piece_end = std::min(end, (unit + 1) * interleave_.value());
    f(piece(unit, at, piece_end));
    at = piece_end;
  }
}

// The banks of the command planned last.
template <class F> [[gnu::always_inline]] inline void DramBanks::for_each_bank(F f) {
  if (piece_count_ == 1) [[likely]]
    return f(banks_[pieces_[0].bank]);
  for (unsigned i = 0; i < piece_count_; ++i)
    f(banks_[pieces_[i].bank]);
}

// Returns when the first granule begins.
[[gnu::always_inline]] inline Tick DramBanks::serve(Bank& bank, const Piece& piece,
                                                    unsigned granules, Tick arrival, Tick now) {
  const Tick length = granules * service_;
  Tick ready, activate = 0;
  const bool same_command = bank.command == commands_;
  const bool hit = bank.open_row == piece.row;
  if (hit) {
    ready = same_command ? arrival : arrival - std::min(arrival - now, t_rcd_);
    if (!same_command) ++row_hits_;
  } else {
    activate = ready = std::max(arrival, bank.ready);
    ++bank.activates;
  }
  const Tick slot = pins_.reserve(std::max(ready, bank.last_slot), length);
  if (!hit) bank.ready = activate + t_rc_;
  bank.ready = std::max(bank.ready, slot + length);
  bank.last_slot = slot + length;
  bank.open_row = piece.row;
  if (!same_command) bank.queue.add(hit ? slot : activate, now);
  bank.command = commands_;
  granules_ += granules;
  return slot;
}

DramBanks::Plan DramBanks::plan(uint32_t address, unsigned bytes, Tick arrival, Tick now,
                                bool partial_write) {
  assert(bytes <= kMostBytes);
  ++commands_;
  pins_.forget_before(now);
  piece_count_ = 0;
  for_each_piece(address, bytes, [&](const Piece& piece) { pieces_[piece_count_++] = piece; });
  const bool reads_first = partial_write && ecc_;
  Plan plan{kNever, 0};
  unsigned i = 0;
  do {
    const Piece& piece = pieces_[i];
    const unsigned before = reads_first ? piece.granules : 0, granules = before + piece.granules;
    const Tick slot = serve(banks_[piece.bank], piece, granules, arrival, now);
    plan.first = std::min(plan.first, slot + before * service_);
    plan.last = std::max(plan.last, slot + (granules - 1) * service_);
  } while (++i < piece_count_);
  if (!open_page_) // auto-precharge
    for_each_bank([](Bank& bank) { bank.open_row = kNoRow; });
  return plan;
}

bool DramBanks::room(uint32_t address, unsigned bytes, Tick now) const {
  bool room = true;
  for_each_piece(address, bytes, [&](const Piece& piece) {
    const Bank& bank = banks_[piece.bank];
    room &= !bank.queue.full(now);
  });
  return room;
}

Tick DramBanks::next_room(Tick now) const {
  Tick next = kNever;
  for (const Bank& bank : banks_)
    if (bank.queue.full(now)) next = std::min(next, bank.queue.room_at());
  return next;
}

Tick DramBanks::in_bank_order(Tick effect) {
  for_each_bank([&](const Bank& bank) { effect = std::max(effect, bank.last_effect); });
  for_each_bank([&](Bank& bank) { bank.last_effect = effect; });
  return effect;
}

} // namespace ixp
