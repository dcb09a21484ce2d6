/* Everything an IXP2400 microengine program may call. */
#ifndef IXP_H
#define IXP_H

#include <ixp_primitives.h>

#define __wait_for_all(...) __me_wait_all(__VA_ARGS__)
#define __wait_for_any(...) __me_wait_any(__VA_ARGS__)

__me_inline void sram_read(void *xfer, const volatile void __attribute__((address_space(1))) *addr,
                           unsigned count, sync_t sync, __me_any_signal sig) {
  __me_cmd_SRAM_READ(xfer, (unsigned)addr, 0, count, sync, sig.one);
}

#endif
