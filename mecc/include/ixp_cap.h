/* The chip's CSRs behind the CAP: read and write access, interrupts, and signals and transfer
   registers of any microengine. */
#ifndef IXP_CAP_H
#define IXP_CAP_H

#include <ixp_dialect.h>

typedef enum { /* byte addresses */
  cap_csr_interthread_sig = 0x401c,
  cap_csr_scratch_ring_base_0 = 0x4800, /* 16 more for each ring */
  cap_csr_scratch_ring_head_0 = 0x4804,
  cap_csr_scratch_ring_tail_0 = 0x4808,
  cap_csr_hash_multiplier_48_0 = 0x4900,
  cap_csr_hash_multiplier_48_1 = 0x4904,
  cap_csr_hash_multiplier_64_0 = 0x4908,
  cap_csr_hash_multiplier_64_1 = 0x490c,
  cap_csr_hash_multiplier_128_0 = 0x4910,
  cap_csr_hash_multiplier_128_1 = 0x4914,
  cap_csr_hash_multiplier_128_2 = 0x4918,
  cap_csr_hash_multiplier_128_3 = 0x491c,
  cap_csr_product_id = 0x4a00,
  cap_csr_misc_control = 0x4a04,
  cap_csr_msf_clock_control = 0x4a08,
  cap_csr_reset_0 = 0x4a0c,
  cap_csr_reset_1 = 0x4a10,
  cap_csr_xscale_int_a = 0x4b20,
  cap_csr_xscale_int_b = 0x4b24
} cap_csr_t;

/* csr is a constant; count is in longwords, 1..16. */
__me_inline void cap_read(volatile void *xfer, cap_csr_t csr, unsigned count, sync_t sync,
                          __me_signals sig) {
  __me_cap_read(xfer, csr, count, sync, sig.signal);
}
__me_inline void cap_write(volatile void *xfer, cap_csr_t csr, unsigned count, sync_t sync,
                           __me_signals sig) {
  __me_cap_write(xfer, csr, count, sync, sig.signal);
}
__me_inline void cap_csr_read(volatile void *xfer, cap_csr_t csr, sync_t sync, __me_signals sig) {
  __me_cap_read(xfer, csr, 1, sync, sig.signal);
}
__me_inline void cap_csr_write(volatile void *xfer, cap_csr_t csr, sync_t sync, __me_signals sig) {
  __me_cap_write(xfer, csr, 1, sync, sig.signal);
}
/* The same with a computed address. */
__me_inline void cap_read_address(volatile void *xfer, unsigned address, unsigned count,
                                  sync_t sync, __me_signals sig) {
  __me_cmd_CAP_READ(xfer, address, 0, count, sync, sig.signal);
}
__me_inline void cap_write_address(volatile void *xfer, unsigned address, unsigned count,
                                   sync_t sync, __me_signals sig) {
  __me_cmd_CAP_WRITE(xfer, address, 0, count, sync, sig.signal);
}
/* Without completion signal. */
__me_inline void cap_fast_write(unsigned value, cap_csr_t csr) { __me_cap_fast_wr(csr, value); }

/* Raises signal number sig, 1..15, of a context of any microengine. */
__me_inline void signal_ME(unsigned sig, unsigned context, unsigned me) {
  __ME_SIGNAL_NUMBER(sig);
  __ME_CONTEXT_NUMBER(context);
  __ME_ENGINE_NUMBER(me);
  cap_fast_write(me << 7 | context << 4 | sig, cap_csr_interthread_sig);
}

/* Accesses transfer registers of a context of any microengine, through the reflector: reads take
   its S write registers, writes reach its S read registers. number: __xfer_reg_number() there;
   count is in longwords, 1..16. The other context is not notified: raise a signal for it. */
#define __ME_REFLECT(name, opcode, in)                                                             \
  __me_inline void name(in volatile void *xfer, unsigned me, unsigned context, unsigned number,    \
                        unsigned count, sync_t sync, __me_signals sig) {                           \
    __ME_ENGINE_NUMBER(me);                                                                        \
    __ME_CONTEXT_NUMBER(context);                                                                  \
    __me_cmd_##opcode((volatile void *)xfer, 0x8000 + (me << 10) + (context << 6) + (number << 2), \
                      0, count, sync, sig.signal);                                                 \
  }
__ME_REFLECT(reflect_read, CAP_READ, )
__ME_REFLECT(reflect_write, CAP_WRITE, const)
#undef __ME_REFLECT

#endif
