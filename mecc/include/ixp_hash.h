/* The hash unit. data is in read-write S transfer registers, least significant longword first: 2
   longwords per hash of 48 or 64 bits, 4 of 128; results replace them. count is the number of
   hashes, 1..3, a constant. */
#ifndef IXP_HASH_H
#define IXP_HASH_H

#include <ixp_dialect.h>

#define __ME_HASH(bits)                                                                            \
  __me_inline void hash_##bits(volatile void *data, unsigned count, sync_t sync,                   \
                               __me_signals sig) {                                                 \
    __me_cmd_HASH_##bits(data, 0, 0, count, sync, sig.signal);                                     \
  }
__ME_HASH(48)
__ME_HASH(64)
__ME_HASH(128)
#undef __ME_HASH

#endif
