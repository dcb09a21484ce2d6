/* The CAM: 16 entries of a 32-bit tag and 4 bits of state; a miss returns the least recently used
   entry. All contexts of a microengine share it. */
#ifndef IXP_CAM_H
#define IXP_CAM_H

#include <ixp_dialect.h>

typedef union {
  struct {
    unsigned zeros1 : 20;
    unsigned state : 4;     /* valid for a hit */
    unsigned hit : 1;
    unsigned entry_num : 4; /* the hit, or the least recently used */
    unsigned zeros2 : 3;
  };
  unsigned value;
} cam_lookup_t;

#define __ME_CAM_ENTRY(entry) __ME_NEEDS(entry, entry < 16, "the CAM has entries 0 to 15")

__me_inline cam_lookup_t cam_lookup(unsigned tag) {
  cam_lookup_t result;
  result.value = __me_cam_lookup(tag);
  return result;
}
/* entry: 0..15. state is a constant, 0..15. */
__me_inline void cam_write(unsigned entry, unsigned tag, unsigned state) {
  __ME_CAM_ENTRY(entry);
  __me_cam_write(entry, tag, state);
}
__me_inline void cam_write_state(unsigned entry, unsigned state) {
  __ME_CAM_ENTRY(entry);
  __me_cam_write_state(entry, state);
}
__me_inline unsigned cam_read_tag(unsigned entry) {
  __ME_CAM_ENTRY(entry);
  return __me_cam_read_tag(entry);
}
/* 0..15. */
__me_inline unsigned cam_read_state(unsigned entry) {
  __ME_CAM_ENTRY(entry);
  return __me_cam_read_state(entry) >> 8;
}
#undef __ME_CAM_ENTRY
__me_inline void cam_clear(void) { __me_cam_clear(); }

#endif
