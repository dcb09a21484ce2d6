/* The scratchpad: 16 KB on the chip, atomic operations and 16 rings. See <ixp_memory.h>. */
#ifndef IXP_SCRATCH_H
#define IXP_SCRATCH_H

#include <ixp_memory.h>

__ME_MEMORY(scratch, SCRATCH, __scratch)
__ME_ONE_WORD(scratch_sub, SCRATCH_SUB, __scratch, const)
__ME_ONE_WORD(scratch_test_and_sub, SCRATCH_TEST_AND_SUB, __scratch, )

/* The address of a ring, 0..15, for scratch_get_ring and scratch_put_ring. */
#define scratch_ring(number) ((volatile void __scratch *)((unsigned)(number) << 2))

#endif
