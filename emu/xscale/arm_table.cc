#include "emu/xscale/block.h"
#include "emu/xscale/branch.h"
#include "emu/xscale/coprocessors.h"
#include "emu/xscale/data_processing.h"
#include "emu/xscale/load_store.h"
#include "emu/xscale/lookup.h"
#include "emu/xscale/multiply.h"
#include "emu/xscale/pattern.h"

namespace ixp::xscale {

static constexpr Instruction kTable[] = {
#define X(name, pattern, handler, ...)                                                             \
  {name, pattern, fixed_bits(pattern).mask, fixed_bits(pattern).value,                             \
   &handler<Encoding<pattern> __VA_OPT__(, ) __VA_ARGS__>},
#include "emu/xscale/arm.def"
#undef X
};

std::span<const Instruction> arm_instructions() {
  return kTable;
}

// Key: bits 27..20 and 7..4, and whether the condition field is 1111.
static uint32_t key_of(uint32_t word) {
  return (word >> 16 & 0xff0) | (word >> 4 & 0xf) | uint32_t{word >> 28 == 0xf} << 12;
}
static uint32_t word_with(uint32_t key) {
  return (key & 0xff0) << 16 | (key & 0xf) << 4 | (key >> 12 ? 0xf0000000 : 0xe0000000);
}

const Instruction& decode_arm(uint32_t word) {
  static const Lookup kLookup(kTable, 0xfff000f0, 13, word_with);
  return kLookup.find(key_of(word), word);
}

} // namespace ixp::xscale
