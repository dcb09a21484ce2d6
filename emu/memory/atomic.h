// Atomic operations of scratchpad and SRAM.
#pragma once

#include "isa/isa.h"

#include <cstdint>

namespace ixp {

// The longword after an atomic operation on `old` with operand `x`.
inline uint32_t atomic_result(mev2::Opcode op, uint32_t old, uint32_t x) {
  using enum mev2::Opcode;
  switch (op) {
  case SCRATCH_SET:
  case SCRATCH_TEST_AND_SET:
  case SRAM_SET:
  case SRAM_TEST_AND_SET: return old | x;
  case SCRATCH_CLR:
  case SCRATCH_TEST_AND_CLR:
  case SRAM_CLR:
  case SRAM_TEST_AND_CLR: return old & ~x;
  case SCRATCH_ADD:
  case SCRATCH_TEST_AND_ADD:
  case SRAM_ADD:
  case SRAM_TEST_AND_ADD: return old + x;
  case SCRATCH_SUB:
  case SCRATCH_TEST_AND_SUB: return old - x;
  case SCRATCH_INCR:
  case SCRATCH_TEST_AND_INCR:
  case SRAM_INCR:
  case SRAM_TEST_AND_INCR: return old + 1;
  case SCRATCH_DECR:
  case SCRATCH_TEST_AND_DECR:
  case SRAM_DECR:
  case SRAM_TEST_AND_DECR: return old - 1;
  default: return x; // swap
  }
}

} // namespace ixp
