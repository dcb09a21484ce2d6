/* Functions common to SRAM and scratchpad; <ixp_sram.h> and <ixp_scratch.h> instantiate them. count
   is in longwords, 1..16: a constant up to 8 is encoded in the instruction, other counts take one
   or two more. In the _ind forms max_nn is the maximum count, and ind the override word. Addresses
   are in bytes.

     M_read, M_write                 (xfer, address, count, sync, signal)
     M_read_ind, M_write_ind         (xfer, address, max_nn, ind, sync, signal)
     M_add, M_bits_set, M_bits_clr   (write xfer, address, sync, signal)
     M_incr, M_decr                  (address): no completion signal
     M_swap, M_test_and_set, _clear, _clr, _add
                                     (read-write xfer, address, sync, pair): returns the old
     M_test_and_incr, _decr          (read xfer, address, sync, pair)
     M_get_ring, M_put_ring          (xfer, ring, count, sync, signal) */
#ifndef IXP_MEMORY_H
#define IXP_MEMORY_H

#include <ixp_dialect.h>

/* The override word of the _ind forms: a field applies if its enable bit is set. May also be given
   as a plain number. */
typedef union {
  unsigned value;
  struct {
    unsigned override_me : 1;
    unsigned me : 5;
    unsigned override_count : 1;
    unsigned count : 4; /* minus one */
    unsigned override_mask : 1;
    unsigned mask : 8; /* bytes written, for DRAM */
    unsigned xfer : 7; /* absolute register */
    unsigned override_xfer : 1;
    unsigned override_context : 1;
    unsigned context : 3;
  };
} generic_ind_t __attribute__((transparent_union));
typedef generic_ind_t sram_ind_t;
typedef generic_ind_t scratch_ind_t;
typedef generic_ind_t dram_ind_t;
typedef generic_ind_t msf_ind_t;

/* An override word that only sets a count, 1..16. */
__me_inline unsigned ind_count(unsigned count) {
  __ME_NEEDS(count, count - 1 < 16, "ind_count() takes 1 to 16");
  return (count << 21) + (1u << 25) - (1u << 21); /* minus one, and the enable bit */
}

/* in: const if the hardware only reads the transfer registers. */
#define __ME_TRANSFER(name, opcode, words, in)                                                     \
  __me_inline void name(in volatile void *xfer, const volatile void words *address,                \
                        unsigned count, sync_t sync, __me_signals sig) {                           \
    __me_cmd_##opcode((volatile void *)xfer, (unsigned)address, 0, count, sync, sig.signal);       \
  }
#define __ME_TRANSFER_IND(name, opcode, words, in)                                                 \
  __me_inline void name(in volatile void *xfer, const volatile void words *address,                \
                        unsigned max_nn, generic_ind_t ind, sync_t sync, __me_signals sig) {       \
    __me_cmdi_##opcode((volatile void *)xfer, (unsigned)address, 0, max_nn, ind.value, sync,       \
                       sig.signal);                                                                \
  }
#define __ME_ONE_WORD(name, opcode, words, in)                                                     \
  __me_inline void name(in volatile void *xfer, volatile void words *address, sync_t sync,         \
                        __me_signals sig) {                                                        \
    __me_cmd_##opcode((volatile void *)xfer, (unsigned)address, 0, 0, sync, sig.signal);           \
  }
#define __ME_NO_DATA(name, opcode, words)                                                          \
  __me_inline void name(volatile void words *address) {                                            \
    __me_cmd_##opcode((volatile void *)0, (unsigned)address, 0, 0, sig_none, (volatile void *)0);  \
  }

#define __ME_MEMORY(unit, UNIT, words)                                                             \
  __ME_TRANSFER(unit##_read, UNIT##_READ, words, )                                                 \
  __ME_TRANSFER(unit##_write, UNIT##_WRITE, words, const)                                          \
  __ME_TRANSFER_IND(unit##_read_ind, UNIT##_READ, words, )                                         \
  __ME_TRANSFER_IND(unit##_write_ind, UNIT##_WRITE, words, const)                                  \
  __ME_ONE_WORD(unit##_add, UNIT##_ADD, words, const)                                              \
  __ME_ONE_WORD(unit##_bits_set, UNIT##_SET, words, const)                                         \
  __ME_ONE_WORD(unit##_bit_set, UNIT##_SET, words, const)                                          \
  __ME_ONE_WORD(unit##_bits_clr, UNIT##_CLR, words, const)                                         \
  __ME_ONE_WORD(unit##_bit_clear, UNIT##_CLR, words, const)                                        \
  __ME_NO_DATA(unit##_incr, UNIT##_INCR, words)                                                    \
  __ME_NO_DATA(unit##_decr, UNIT##_DECR, words)                                                    \
  __ME_ONE_WORD(unit##_swap, UNIT##_SWAP, words, )                                                 \
  __ME_ONE_WORD(unit##_test_and_set, UNIT##_TEST_AND_SET, words, )                                 \
  __ME_ONE_WORD(unit##_test_and_clear, UNIT##_TEST_AND_CLR, words, )                               \
  __ME_ONE_WORD(unit##_test_and_clr, UNIT##_TEST_AND_CLR, words, )                                 \
  __ME_ONE_WORD(unit##_test_and_add, UNIT##_TEST_AND_ADD, words, )                                 \
  __ME_ONE_WORD(unit##_test_and_incr, UNIT##_TEST_AND_INCR, words, )                               \
  __ME_ONE_WORD(unit##_test_and_decr, UNIT##_TEST_AND_DECR, words, )                               \
  __ME_TRANSFER(unit##_get_ring, UNIT##_GET, words, )                                              \
  __ME_TRANSFER(unit##_put_ring, UNIT##_PUT, words, const)                                         \
  __ME_TRANSFER_IND(unit##_get_ring_ind, UNIT##_GET, words, )                                      \
  __ME_TRANSFER_IND(unit##_put_ring_ind, UNIT##_PUT, words, const)

#endif
