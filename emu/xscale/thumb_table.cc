#include "emu/xscale/lookup.h"
#include "emu/xscale/pattern.h"
#include "emu/xscale/thumb.h"

namespace ixp::xscale {

namespace thumb {
static constexpr Instruction kTable[] = {
#define X(name, pattern, handler, ...)                                                             \
  {name, pattern, fixed_bits(pattern).mask, fixed_bits(pattern).value,                             \
   &handler<Encoding<pattern> __VA_OPT__(, ) __VA_ARGS__>},
#include "emu/xscale/thumb.def"
#undef X
};
} // namespace thumb

std::span<const Instruction> thumb_instructions() {
  return thumb::kTable;
}

// Key: bits 15..6.
static uint32_t halfword_with(uint32_t key) {
  return key << 6;
}

const Instruction& decode_thumb(uint32_t halfword) {
  static const Lookup kLookup(thumb::kTable, 0xffc0, 10, halfword_with);
  return kLookup.find(halfword >> 6, halfword);
}

} // namespace ixp::xscale
