/* The microengine's own control and status registers, its timestamp and its cycle counter. */
#ifndef IXP_CSR_H
#define IXP_CSR_H

#include <ixp_cap.h>
#include <ixp_dialect.h>

#define __ME_DESCENDANT                                                                            \
  __attribute__((unavailable("the IXP2400 has no mailboxes; use a scratch ring or scratch memory")))

typedef enum { /* byte address / 4 */
  local_csr_ustore_address = 0x00,
  local_csr_ustore_data_lower = 0x01,
  local_csr_ustore_data_upper = 0x02,
  local_csr_ustore_error_status = 0x03,
  local_csr_alu_out = 0x04,
  local_csr_ctx_arb_cntl = 0x05,
  local_csr_ctx_enables = 0x06,
  local_csr_cc_enable = 0x07,
  local_csr_csr_ctx_pointer = 0x08,
  local_csr_indirect_ctx_sts = 0x10,
  local_csr_active_ctx_sts = 0x11,
  local_csr_indirect_ctx_sig_events = 0x12,
  local_csr_active_ctx_sig_events = 0x13,
  local_csr_indirect_ctx_wakeup_events = 0x14,
  local_csr_active_ctx_wakeup_events = 0x15,
  local_csr_indirect_ctx_future_count = 0x16,
  local_csr_active_ctx_future_count = 0x17,
  local_csr_active_future_count = 0x17,
  local_csr_indirect_lm_addr_0 = 0x18,
  local_csr_active_lm_addr_0 = 0x19,
  local_csr_indirect_lm_addr_1 = 0x1a,
  local_csr_active_lm_addr_1 = 0x1b,
  local_csr_byte_index = 0x1c,
  local_csr_t_index = 0x1d,
  local_csr_indirect_ctx_future_count_signal = 0x1e,
  local_csr_active_ctx_future_count_signal = 0x1f,
  local_csr_nn_put = 0x20,
  local_csr_nn_get = 0x21,
  local_csr_timestamp_low = 0x30,
  local_csr_timestamp_high = 0x31,
  local_csr_indirect_lm_addr_0_byte_index = 0x38,
  local_csr_active_lm_addr_0_byte_index = 0x39,
  local_csr_indirect_lm_addr_1_byte_index = 0x3a,
  local_csr_active_lm_addr_1_byte_index = 0x3b,
  local_csr_t_index_byte_index = 0x3d,
  local_csr_next_neighbor_signal = 0x40,
  local_csr_previous_neighbor_signal = 0x41,
  local_csr_prev_neighbor_signal = 0x41,
  local_csr_same_me_signal = 0x42,
  local_csr_crc_remainder = 0x50,
  local_csr_profile_count = 0x51,
  local_csr_pseudo_random_number = 0x52,
  local_csr_mailbox0 __ME_DESCENDANT = 0x5c,
  local_csr_mailbox1 __ME_DESCENDANT = 0x5d,
  local_csr_mailbox2 __ME_DESCENDANT = 0x5e,
  local_csr_mailbox3 __ME_DESCENDANT = 0x5f,
  local_csr_status = 0x60
} local_csr_t;
#undef __ME_DESCENDANT

/* csr is a constant. */
__me_inline unsigned local_csr_read(local_csr_t csr) { return __me_csr_rd((unsigned)csr << 2); }
__me_inline void local_csr_write(local_csr_t csr, unsigned value) {
  __me_csr_wr((unsigned)csr << 2, value);
}

/* The timestamp is common to the whole chip; when enabled it increments every 16 cycles. */
__me_inline void timestamp_start(void) { cap_fast_write(1u << 7, cap_csr_misc_control); }
__me_inline void timestamp_stop(void) { cap_fast_write(0, cap_csr_misc_control); }
__me_inline void set_timestamp(unsigned low, unsigned high) {
  local_csr_write(local_csr_timestamp_low, low);
  local_csr_write(local_csr_timestamp_high, high);
}
__me_inline unsigned long long get_timestamp(void) {
  unsigned high = local_csr_read(local_csr_timestamp_high), low, again;
  for (;; high = again) { /* low may wrap between the two reads */
    low = local_csr_read(local_csr_timestamp_low);
    again = local_csr_read(local_csr_timestamp_high);
    if (again == high) return (unsigned long long)high << 32 | low;
  }
}

/* Cycles of this microengine, 16 bits: profile_count_stop(profile_count_start()). */
__me_inline unsigned profile_count_start(void) { return local_csr_read(local_csr_profile_count); }
__me_inline unsigned profile_count_stop(unsigned start) {
  return (local_csr_read(local_csr_profile_count) - start) & 0xffff;
}

#endif
