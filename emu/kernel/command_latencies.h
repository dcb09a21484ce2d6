// The latencies of commands, from issue to signal or effect, each with the bus's transit in it.
#pragma once

#include "emu/kernel/params.h"

namespace ixp {

inline constexpr uint64_t Params::* kCommandLatencies[] = {
    &Params::scratch_read,     &Params::scratch_write,    &Params::scratch_atomic,
    &Params::scratch_ring_get, &Params::scratch_ring_put, &Params::sram_read,
    &Params::sram_write,       &Params::sram_atomic,      &Params::sram_enqueue,
    &Params::sram_dequeue,     &Params::sram_ring_get,    &Params::sram_ring_put,
    &Params::dram_read,        &Params::dram_write,       &Params::dram_rbuf_rd,
    &Params::dram_tbuf_wr,     &Params::msf_read,         &Params::msf_write,
    &Params::msf_fast_wr,      &Params::hash_48,          &Params::hash_64,
    &Params::hash_128,         &Params::cap_read,         &Params::cap_write,
    &Params::cap_fast_wr,      &Params::cap_reflect};

} // namespace ixp
