#include "tests/differential/stepped_units.h"

#include <algorithm>

namespace ixp::test {

using enum mev2::Opcode;

unsigned SteppedDram::quadwords(const Command& c) {
  return std::clamp<unsigned>(c.count, 1, 16);
}

// Walks through the bytes: one piece for each stripe, with the granules it touches.
std::vector<SteppedDram::Piece> SteppedDram::pieces(const Command& c) const {
  const uint64_t stripe = std::max(params_.dram_interleave_bytes, params_.dram_granule_bytes);
  const uint64_t banks = params_.dram_banks;
  std::vector<Piece> out;
  uint64_t last_stripe = ~0ull, last_granule = ~0ull;
  for (uint64_t at = first(c); at < first(c) + uint64_t{8} * quadwords(c); ++at) {
    if (at / stripe != last_stripe) {
      last_stripe = at / stripe;
      last_granule = ~0ull;
      out.push_back({static_cast<unsigned>(last_stripe % banks), 0,
                     static_cast<int64_t>(last_stripe / banks * stripe / params_.dram_row_bytes)});
    }
    if (at / params_.dram_granule_bytes == last_granule) continue;
    last_granule = at / params_.dram_granule_bytes;
    ++out.back().granules;
  }
  return out;
}

bool SteppedDram::room(const Command& c, Tick now) const {
  return std::ranges::all_of(pieces(c), [&](const Piece& p) {
    const auto waiting =
        std::ranges::count_if(banks_[p.bank].leaves, [&](Tick leaves) { return leaves > now; });
    return static_cast<uint64_t>(waiting) < params_.dram_bank_queue;
  });
}

// The first stretch of ticks without data on the pins. Takes it.
Tick SteppedDram::free_pins(Tick from, Tick length) {
  for (Tick at = from; at < from + length; ++at)
    if (pins_.contains(at)) from = at + 1;
  for (Tick at = from; at < from + length; ++at)
    pins_.insert(at);
  return from;
}

void SteppedDram::grant(Job& job, Tick now) {
  const Command& c = job.command;
  const Tick saved = params_.dram_t_rcd * params_.clock_dram_div; // by a row hit
  pins_.erase(pins_.begin(), pins_.lower_bound(now));
  const bool masked = c.op == DRAM_WRITE && c.has_override && (c.override_word >> 20 & 1) &&
                      (c.override_word >> 12 & 0xff) != 0xff;
  const unsigned passes = masked && params_.dram_ecc_partial_write ? 2 : 1; // reads them first
  const Tick granule = params_.me(params_.dram_service);
  job.start = kNever;
  std::vector<unsigned> used;
  for (const Piece& p : pieces(c)) {
    Bank& bank = banks_[p.bank];
    std::erase_if(bank.leaves, [&](Tick leaves) { return leaves <= now; });
    const bool again = std::ranges::count(used, p.bank), hit = bank.row == p.row;
    used.push_back(p.bank);
    const Tick ready = !hit    ? std::max(job.arrival, bank.activate)
                       : again ? job.arrival
                               : job.arrival - std::min(saved, job.arrival - now);
    const Tick length = p.granules * passes * granule;
    const Tick data = free_pins(std::max(ready, bank.data), length);
    if (!hit) bank.activate = ready + params_.dram_t_rc * params_.clock_dram_div;
    bank.data = data + length;
    bank.activate = std::max(bank.activate, bank.data);
    bank.row = p.row;
    if (!again) bank.leaves.push_back(hit ? data : ready);
    job.start = std::min(job.start, data + p.granules * (passes - 1) * granule);
    job.last_start = std::max(job.last_start, bank.data - granule);
  }
  if (!params_.dram_open_page)
    for (const unsigned bank : used)
      banks_[bank].row = -1;
  job.start = std::max(job.start + job.row.effect, job.arrival + params_.me(1)) - job.row.effect;
  job.begun = true;
  job.has_end = c.signal || c.op == DRAM_READ;
}

// Words on the bus: quadwords, or longwords of S registers.
unsigned SteppedDram::words(const Command& c) {
  return c.file == XferFile::D ? quadwords(c) : 2 * quadwords(c);
}

void SteppedDram::pull(Job& job) {
  const Command& c = job.command;
  const Tick first = job.start + job.row.effect;
  job.least_effect = first;
  if (c.op == DRAM_WRITE) {
    job.least_effect += (quadwords(c) - 1) * buses_.quadword;
    buses_.pull(c).carry(job.pulled, first, words(c), buses_.length(c));
  } else if (c.op == DRAM_RBUF_RD) {
    move_element(job, buses_.d_pull);
  }
}

// The parameters of moves are for 64 bytes.
void SteppedDram::move_element(Job& job, SteppedDataBus& bus) {
  const Tick granules = 64 / params_.dram_granule_bytes - 1, cycle = params_.clock_bus_div;
  const Tick ahead = granules * params_.me(params_.dram_service);
  const unsigned n = quadwords(job.command);
  job.least_end = job.last_start + job.row.done - std::min(job.row.done, ahead);
  bus.carry(job.pushed, job.least_end - std::min(job.least_end, (n - 1) * cycle), n, cycle);
}

void SteppedDram::push(Job& job) {
  const Command& c = job.command;
  if (c.op == DRAM_TBUF_WR) return move_element(job, buses_.d_push);
  if (c.op != DRAM_READ) return;
  const Tick first = job.start + job.row.done;
  job.least_end =
      std::max(first + (quadwords(c) - 1) * buses_.quadword, job.last_start + job.row.done);
  buses_.push(c).carry(job.pushed, first, words(c), buses_.length(c));
}

// In each bank.
bool SteppedDram::in_order(const Job& earlier, const Job& later) const {
  for (const Piece& a : pieces(earlier.command))
    for (const Piece& b : pieces(later.command))
      if (a.bank == b.bank) return true;
  return false;
}

} // namespace ixp::test
