// The latencies of commands, from issue to signal or effect, each with the bus's transit in it, and
// what a microengine sees of a command of that kind.
#pragma once

#include "emu/kernel/params.h"

#include <algorithm>

namespace ixp {

enum class Seen : uint8_t { Words, Signal, Nothing }; // words of transfer registers, and a signal

struct CommandLatency {
  uint64_t Params::* cycles;
  Seen seen;
};

inline constexpr CommandLatency kCommandLatencies[] = {
    {&Params::scratch_read, Seen::Words},     {&Params::scratch_write, Seen::Words},
    {&Params::scratch_atomic, Seen::Words},   {&Params::scratch_ring_get, Seen::Words},
    {&Params::scratch_ring_put, Seen::Words}, {&Params::sram_read, Seen::Words},
    {&Params::sram_write, Seen::Words},       {&Params::sram_atomic, Seen::Words},
    {&Params::sram_enqueue, Seen::Signal},    {&Params::sram_dequeue, Seen::Words},
    {&Params::sram_ring_get, Seen::Words},    {&Params::sram_ring_put, Seen::Words},
    {&Params::dram_read, Seen::Words},        {&Params::dram_write, Seen::Words},
    {&Params::dram_rbuf_rd, Seen::Signal},    {&Params::dram_tbuf_wr, Seen::Signal},
    {&Params::msf_read, Seen::Words},         {&Params::msf_write, Seen::Words},
    {&Params::msf_fast_wr, Seen::Nothing},    {&Params::hash_48, Seen::Words},
    {&Params::hash_64, Seen::Words},          {&Params::hash_128, Seen::Words},
    {&Params::cap_read, Seen::Words},         {&Params::cap_write, Seen::Words},
    {&Params::cap_fast_wr, Seen::Nothing},    {&Params::cap_reflect, Seen::Signal}};

// Of the commands of which a microengine sees so much.
inline uint64_t shortest_latency(const Params& p, Seen seen) {
  uint64_t shortest = ~uint64_t{0};
  for (const CommandLatency& c : kCommandLatencies)
    if (c.seen == seen) shortest = std::min(shortest, p.*c.cycles);
  return shortest;
}

} // namespace ixp
