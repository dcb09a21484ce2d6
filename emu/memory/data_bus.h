// The buses that carry data between units and transfer registers: an S push and an S pull bus for
// each cluster of four microengines, 32 bits wide, one longword a bus cycle (IXP2800 HRM p.35); a D
// push and a D pull bus, 64 bits, shared by both clusters.
//
// A bus is a row of bus cycles. Whoever moves n words takes the first n free cycles from the
// moment its first word is ready; the price is how much later the last word leaves than it would
// alone. Latencies of units already contain the way over an idle bus, so an idle bus adds nothing.
// Reservations are made when a command's times are worked out, up to a few hundred cycles ahead,
// and leave gaps that later commands fill.
#pragma once

#include "emu/kernel/command.h"
#include "emu/kernel/params.h"

#include <array>
#include <cstdint>

namespace ixp {

class BusCycles {
public:
  BusCycles() = default;
  explicit BusCycles(Tick cycle) : cycle_(cycle) { taken_.fill(~uint64_t{0}); }

  // Moves `words`, the first ready at `first`, the others `spacing` ticks apart (at least a bus
  // cycle). Returns the ticks by which other traffic delays the last word.
  Tick reserve(Tick first, unsigned words, Tick spacing) {
    uint64_t next = 0, wanted = 0;
    for (unsigned i = 0; i < words; ++i) {
      wanted = (first + i * spacing) / cycle_;
      if (next < wanted) next = wanted;
      while (taken_[next % kWindow] == next)
        ++next;
      taken_[next % kWindow] = next;
      ++next;
    }
    busy_ += words;
    return words == 0 ? 0 : (next - 1 - wanted) * cycle_;
  }

  uint64_t words() const { return busy_; } // moved so far

private:
  static constexpr unsigned kWindow = 4096; // bus cycles; reservations reach less far ahead
  Tick cycle_ = 1;
  uint64_t busy_ = 0;
  std::array<uint64_t, kWindow> taken_{}; // [n % window] == n: cycle n is taken
};

struct DataBus {
  explicit DataBus(const Params& p)
      : s_push{BusCycles(p.clock_bus_div), BusCycles(p.clock_bus_div)},
        s_pull{BusCycles(p.clock_bus_div), BusCycles(p.clock_bus_div)},
        d_push(p.me(p.bus_d_cycles_per_quadword)), d_pull(p.me(p.bus_d_cycles_per_quadword)) {}

  std::array<BusCycles, 2> s_push, s_pull; // by cluster, longwords
  BusCycles d_push, d_pull;                // quadwords
};

} // namespace ixp
