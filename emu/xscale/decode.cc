#include "emu/xscale/block.h"
#include "emu/xscale/branch.h"
#include "emu/xscale/coprocessors.h"
#include "emu/xscale/data_processing.h"
#include "emu/xscale/decode.h"
#include "emu/xscale/load_store.h"
#include "emu/xscale/multiply.h"
#include "emu/xscale/pattern.h"
#include "emu/xscale/thumb.h"

namespace ixp::xscale {

#define X(name, pattern, handler, ...)                                                             \
  {name, pattern, fixed_bits(pattern).mask, fixed_bits(pattern).value,                             \
   &handler<Encoding<pattern> __VA_OPT__(, ) __VA_ARGS__>},
static constexpr Instruction kArm[] = {
#include "emu/xscale/arm.def"
};
namespace thumb {
static constexpr Instruction kThumb[] = {
#include "emu/xscale/thumb.def"
};
} // namespace thumb
#undef X

std::span<const Instruction> arm_instructions() {
  return kArm;
}

// Key: bits 27..20 and 7..4, and whether the condition field is 1111.
static uint32_t key_of(uint32_t word) {
  return (word >> 16 & 0xff0) | (word >> 4 & 0xf) | uint32_t{word >> 28 == 0xf} << 12;
}
static uint32_t word_with(uint32_t key) {
  return (key & 0xff0) << 16 | (key & 0xf) << 4 | (key >> 12 ? 0xf0000000 : 0xe0000000);
}

const Instruction& decode_arm(uint32_t word) {
  static const Lookup kLookup(kArm, 0xfff000f0, 13, word_with);
  return kLookup.find(key_of(word), word);
}

std::span<const Instruction> thumb_instructions() {
  return thumb::kThumb;
}

// Key: bits 15..6.
static uint32_t halfword_with(uint32_t key) {
  return key << 6;
}

const Instruction& decode_thumb(uint32_t halfword) {
  static const Lookup kLookup(thumb::kThumb, 0xffc0, 10, halfword_with);
  return kLookup.find(halfword >> 6, halfword);
}

} // namespace ixp::xscale
