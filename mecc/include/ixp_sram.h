/* SRAM: reading and writing, atomic operations, rings, journals and queues of its queue arrays.
   Bits 31:30 of an address select the channel. See <ixp_memory.h>. */
#ifndef IXP_SRAM_H
#define IXP_SRAM_H

#include <ixp_memory.h>

__ME_MEMORY(sram, SRAM, __sram)

/* SRAM cannot subtract. */
extern void sram_sub() __attribute__((
    unavailable("SRAM cannot subtract: negate the value and use sram_add")));
extern void sram_test_and_sub() __attribute__((
    unavailable("SRAM cannot subtract: negate the value and use sram_test_and_add")));

/* A ring or journal is an entry of a channel's queue array. sram_put_ring also reads: it returns a
   status longword, with bit 31 set if there was room, and takes a pair of signals. */
#define sram_ring(channel, entry)                                                                  \
  ((volatile void __sram *)((unsigned)(channel) << 30 | (unsigned)(entry) << 2))
__ME_TRANSFER(sram_journal, SRAM_JOURNAL, __sram, const)
__me_inline void sram_fast_journal(unsigned data, volatile void __sram *journal) {
  __me_cmd_SRAM_FAST_JOURNAL((volatile void *)0, (unsigned)journal, data, 0, sig_none,
                             (volatile void *)0);
}

/* A queue: channel, entry of the queue array, and a buffer or descriptor as a longword address. */
#define sram_queue(channel, entry, longword)                                                       \
  ((volatile void __sram *)((unsigned)(channel) << 30 | (unsigned)(entry) << 24 |                  \
                            (unsigned)(longword)))
__ME_ONE_WORD(sram_dequeue, SRAM_DEQUEUE, __sram, )
__ME_NO_DATA(sram_enqueue, SRAM_ENQUEUE, __sram)
__ME_NO_DATA(sram_enqueue_tail, SRAM_ENQUEUE_TAIL, __sram)
__ME_TRANSFER(sram_read_qdesc_head, SRAM_RD_QDESC_HEAD, __sram, )
__ME_TRANSFER(sram_read_qdesc_tail, SRAM_RD_QDESC_TAIL, __sram, )
__ME_TRANSFER(rd_qdesc_head, SRAM_RD_QDESC_HEAD, __sram, )
__ME_TRANSFER(rd_qdesc_tail, SRAM_RD_QDESC_TAIL, __sram, )
__ME_NO_DATA(sram_read_qdesc_other, SRAM_RD_QDESC_OTHER, __sram)
__ME_NO_DATA(rd_qdesc_other, SRAM_RD_QDESC_OTHER, __sram)
__ME_NO_DATA(sram_write_qdesc, SRAM_WR_QDESC, __sram)
__ME_NO_DATA(sram_write_qdesc_count, SRAM_WR_QDESC_COUNT, __sram)

/* The controller's own registers, by number. */
__ME_ONE_WORD(sram_csr_read, SRAM_CSR_RD, __sram, )
__ME_ONE_WORD(sram_csr_write, SRAM_CSR_WR, __sram, const)

#endif
