/* DRAM: quadwords between memory and D transfer registers, and between memory and the MSF's
   buffers. count is in quadwords, 1..16, limited by the registers. A command is complete when both
   signals of its pair are set; a plain SIGNAL becomes the even one of a pair automatically. */
#ifndef IXP_DRAM_H
#define IXP_DRAM_H

#include <ixp_memory.h>

__ME_TRANSFER(dram_read, DRAM_READ, __dram, )
__ME_TRANSFER(dram_write, DRAM_WRITE, __dram, const)
__ME_TRANSFER_IND(dram_read_ind, DRAM_READ, __dram, )
__ME_TRANSFER_IND(dram_write_ind, DRAM_WRITE, __dram, const)

/* The override word for a transfer with the MSF: buffer is the byte address of RBUF or TBUF data in
   the MSF (0x2000 + offset); count in quadwords, 1..16. */
__me_inline unsigned ind_buffer(unsigned buffer, unsigned count) {
  __ME_NEEDS(buffer, buffer < 0x4000, "the address of a buffer in the MSF is below 0x4000");
  return ind_count(count) | buffer << 5 | 1u << 4;
}

#define __ME_BUFFER(name, opcode)                                                                  \
  __me_inline void name##_ind(volatile void __dram *address, unsigned max_nn, generic_ind_t ind,   \
                              sync_t sync, __me_signals sig) {                                     \
    __me_cmdi_##opcode((volatile void *)0, (unsigned)address, 0, max_nn, ind.value, sync,          \
                       sig.signal);                                                                \
  }                                                                                                \
  /* buffer as above; count may be variable */                                                     \
  __me_inline void name(volatile void __dram *address, unsigned buffer, unsigned count,            \
                        sync_t sync, __me_signals sig) {                                           \
    __me_cmdi_##opcode((volatile void *)0, (unsigned)address, 0, 16, ind_buffer(buffer, count),    \
                       sync, sig.signal);                                                          \
  }
__ME_BUFFER(dram_rbuf_read, DRAM_RBUF_RD)
__ME_BUFFER(dram_tbuf_write, DRAM_TBUF_WR)
#undef __ME_BUFFER

#endif
