/* Built-ins of the compiler: types that it recognises by name and functions without a body.
   Programs use the names of the other headers.
   volatile: only the hardware and the compiler's later stages know the effect. */
#ifndef IXP_PRIMITIVES_H
#define IXP_PRIMITIVES_H

#include <ixp_kinds.h>

/* A signal, and an even/odd pair of signals. Only their addresses are used. */
typedef struct __me_signal {
  int number;
} SIGNAL;
typedef struct __me_signal_pair {
  SIGNAL even, odd;
} SIGNAL_PAIR;

/* A parameter that accepts a SIGNAL * or a SIGNAL_PAIR *. */
typedef union {
  volatile SIGNAL *signal;
  volatile SIGNAL_PAIR *pair;
} __me_signals __attribute__((transparent_union));

/* Action of the context after issuing a command: continue, sleep until it is done, request no
 * signal. */
typedef enum { sig_done, ctx_swap, sig_none } sync_t;

#define __me_primitive extern __attribute__((nothrow, leaf, nomerge))
/* Functions of these headers. Messages name the user's call instead of their bodies. */
#define __me_inline static inline __attribute__((always_inline, nodebug, unused))

/* Commands. The address is left + right; count is in the unit of the command; cmdi has the override
   word of indirect_ref, and the maximum count. */
#define __ME_COMMAND(opcode)                                                                       \
  __me_primitive void __me_cmd_##opcode(volatile void *xfer, unsigned left, unsigned right,        \
                                        unsigned count, unsigned sync, volatile void *sig);        \
  __me_primitive void __me_cmdi_##opcode(volatile void *xfer, unsigned left, unsigned right,       \
                                         unsigned count, unsigned indirect, unsigned sync,         \
                                         volatile void *sig)
#define __ME_MEMORY_COMMANDS(unit)                                                                 \
  __ME_COMMAND(unit##_READ);                                                                       \
  __ME_COMMAND(unit##_WRITE);                                                                      \
  __ME_COMMAND(unit##_SWAP);                                                                       \
  __ME_COMMAND(unit##_SET);                                                                        \
  __ME_COMMAND(unit##_TEST_AND_SET);                                                               \
  __ME_COMMAND(unit##_CLR);                                                                        \
  __ME_COMMAND(unit##_TEST_AND_CLR);                                                               \
  __ME_COMMAND(unit##_ADD);                                                                        \
  __ME_COMMAND(unit##_TEST_AND_ADD);                                                               \
  __ME_COMMAND(unit##_INCR);                                                                       \
  __ME_COMMAND(unit##_TEST_AND_INCR);                                                              \
  __ME_COMMAND(unit##_DECR);                                                                       \
  __ME_COMMAND(unit##_TEST_AND_DECR);                                                              \
  __ME_COMMAND(unit##_GET);                                                                        \
  __ME_COMMAND(unit##_PUT)

__ME_MEMORY_COMMANDS(SRAM);
__ME_COMMAND(SRAM_JOURNAL);
__ME_COMMAND(SRAM_FAST_JOURNAL);
__ME_COMMAND(SRAM_DEQUEUE);
__ME_COMMAND(SRAM_ENQUEUE);
__ME_COMMAND(SRAM_ENQUEUE_TAIL);
__ME_COMMAND(SRAM_CSR_RD);
__ME_COMMAND(SRAM_CSR_WR);
__ME_COMMAND(SRAM_WR_QDESC);
__ME_COMMAND(SRAM_WR_QDESC_COUNT);
__ME_COMMAND(SRAM_RD_QDESC_HEAD);
__ME_COMMAND(SRAM_RD_QDESC_TAIL);
__ME_COMMAND(SRAM_RD_QDESC_OTHER);
__ME_MEMORY_COMMANDS(SCRATCH);
__ME_COMMAND(SCRATCH_SUB);
__ME_COMMAND(SCRATCH_TEST_AND_SUB);
__ME_COMMAND(DRAM_READ);
__ME_COMMAND(DRAM_WRITE);
__ME_COMMAND(DRAM_RBUF_RD);
__ME_COMMAND(DRAM_TBUF_WR);
__ME_COMMAND(MSF_READ);
__ME_COMMAND(MSF_WRITE);
__ME_COMMAND(MSF_READ64);
__ME_COMMAND(MSF_WRITE64);
__ME_COMMAND(MSF_FAST_WR);
__ME_COMMAND(PCI_READ);
__ME_COMMAND(PCI_WRITE);
__ME_COMMAND(CAP_READ);
__ME_COMMAND(CAP_WRITE);
__ME_COMMAND(HASH_48);
__ME_COMMAND(HASH_64);
__ME_COMMAND(HASH_128);
#undef __ME_MEMORY_COMMANDS
#undef __ME_COMMAND

/* CAP CSRs by a constant byte address. */
__me_primitive void __me_cap_read(volatile void *xfer, unsigned csr, unsigned count, unsigned sync,
                                  volatile void *sig);
__me_primitive void __me_cap_write(volatile void *xfer, unsigned csr, unsigned count, unsigned sync,
                                   volatile void *sig);
__me_primitive void __me_cap_fast_wr(unsigned csr, unsigned value);

/* Contexts and signals. Lists contain addresses of SIGNAL and SIGNAL_PAIR. */
__me_primitive void __me_wait_all(volatile void *sig, ...);
__me_primitive void __me_wait_any(volatile void *sig, ...);
__me_primitive void __me_wait_mask(unsigned mask);
__me_primitive void __me_ctx_voluntary(void);
__me_primitive __attribute__((noreturn)) void __me_ctx_kill(void);
__me_primitive void __me_ctx_bpt(void);
__me_primitive unsigned __me_signal_test(volatile void *sig);
__me_primitive unsigned __me_signal_number(volatile void *sig);
__me_primitive unsigned __me_signal_mask(volatile void *sig, ...);
__me_primitive unsigned __me_xfer_number(const volatile void *xfer);
__me_primitive unsigned __me_inp_state(unsigned state);
__me_primitive unsigned __me_ctx(void);
__me_primitive unsigned __me_me(void);

/* The microengine's own units. CSRs are given by byte address. */
__me_primitive unsigned __me_csr_rd(unsigned csr);
__me_primitive void __me_csr_wr(unsigned csr, unsigned value);
__me_primitive unsigned __me_cam_lookup(unsigned tag);
__me_primitive void __me_cam_write(unsigned entry, unsigned tag, unsigned state);
__me_primitive void __me_cam_write_state(unsigned entry, unsigned state);
__me_primitive unsigned __me_cam_read_tag(unsigned entry);
__me_primitive unsigned __me_cam_read_state(unsigned entry);
__me_primitive void __me_cam_clear(void);
__me_primitive unsigned __me_crc(unsigned type, unsigned little_endian, unsigned bit_swap,
                                 unsigned bytes, unsigned data);
__me_primitive void __me_nn_put(unsigned value);
__me_primitive unsigned __me_nn_get(void);
__me_primitive unsigned __me_nn_peek(void);
__me_primitive __attribute__((const)) unsigned __me_ffs(unsigned value);
__me_primitive __attribute__((const)) unsigned __me_pop_count(unsigned value);
__me_primitive __attribute__((const)) unsigned __me_dbl_shr(unsigned high, unsigned low,
                                                            unsigned count);

/* Accesses of the hardware to registers, invisible in the program. bytes: 0 is the whole object. */
__me_primitive void __me_implicit_read(const volatile void *object, unsigned bytes);
__me_primitive void __me_implicit_write(volatile void *object, unsigned bytes);
__me_primitive void __me_implicit_undef(volatile void *object, unsigned bytes);
__me_primitive void __me_free_write_buffer(const volatile void *object);
__me_primitive void __me_pin(volatile void *object, unsigned number);

/* Properties evaluated at compile time. */
__me_primitive unsigned __me_is_ct_const(unsigned value);
__me_primitive void __me_ct_assert(unsigned condition, const char *message);
__me_primitive void __me_critical_path(unsigned priority);
__me_primitive unsigned __me_object_kind(const volatile void *object); /* enum __me_kind */

/* The second argument if there is one, else the default. */
#define __ME_SECOND(first, second, ...) second
#define __ME_DEFAULT(value, ...) __ME_SECOND(0, ##__VA_ARGS__, value, 0)

#endif
