#include "emu/kernel/command_port.h"

namespace ixp {

// Longwords one unit of `count` stands for; commands without a count move one longword.
static unsigned words(const Command& c) {
  using enum mev2::Opcode;
  const unsigned n = mev2::info(c.op).has_count ? c.count : 1;
  switch (c.op) {
  case DRAM_READ:
  case DRAM_WRITE:
  case MSF_READ64:
  case MSF_WRITE64:
  case HASH_48:
  case HASH_64: return 2 * n;
  case HASH_128: return 4 * n;
  default: return n;
  }
}

unsigned words_pulled(const Command& c) {
  return mev2::info(c.op).pulls ? words(c) : 0;
}

unsigned words_pushed(const Command& c) {
  if (!mev2::info(c.op).pushes) return 0;
  return c.op == mev2::Opcode::SRAM_PUT ? 1 : words(c); // the status longword of a ring put
}

} // namespace ixp
