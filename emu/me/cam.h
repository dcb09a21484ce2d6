// The CAM: 16 tags with four state bits and true LRU (IXP2800 HRM p.46-47, 176-177). The order is
// a 64-bit word of nibbles, the least recently used entry lowest.
#pragma once

#include "emu/me/state.h"

namespace ixp::me {

// Makes `entry` the most recently used: moves its nibble to the top.
inline void cam_touch(MeState& s, unsigned entry) {
  unsigned at = 0;
  while ((s.cam_lru >> at & 15) != entry)
    at += 4;
  const uint64_t below = s.cam_lru & ((uint64_t{1} << at) - 1);
  const uint64_t above = at == 60 ? 0 : s.cam_lru >> (at + 4) << at;
  s.cam_lru = uint64_t{entry} << 60 | above | below;
}

inline void cam_clear(MeState& s) {
  s.cam.fill({});
  s.cam_lru = 0xfedcba9876543210;
}

// [11:8] state, [7] hit, [6:3] entry; on a miss the least recently used entry and state 0.
inline uint32_t cam_lookup(MeState& s, uint32_t key) {
  for (unsigned i = 0; i < s.cam.size(); ++i)
    if (s.cam[i].tag == key) {
      cam_touch(s, i);
      return uint32_t{s.cam[i].state} << 8 | 1u << 7 | i << 3;
    }
  return static_cast<uint32_t>(s.cam_lru & 15) << 3;
}

inline void cam_write(MeState& s, unsigned entry, uint32_t tag, unsigned state) {
  s.cam[entry & 15] = {tag, static_cast<uint8_t>(state)};
  cam_touch(s, entry & 15);
}
inline void cam_write_state(MeState& s, unsigned entry, unsigned state) {
  s.cam[entry & 15].state = static_cast<uint8_t>(state);
}
inline uint32_t cam_read_tag(const MeState& s, unsigned entry) {
  return s.cam[entry & 15].tag;
}
inline uint32_t cam_read_state(const MeState& s, unsigned entry) {
  return uint32_t{s.cam[entry & 15].state} << 8;
}

} // namespace ixp::me
