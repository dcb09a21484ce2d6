// expect: itself
#include "test.h"

/* Every function of the headers becomes code; the other programs check its effect. */
static __noinline void sram_functions(volatile void __sram *a) {
  SIGNAL s;
  SIGNAL_PAIR p;
  __xrw unsigned x[8];
  for (int i = 0; i < 8; ++i)
    x[i] = i;
  sram_write_ind(x, a, 8, ind_count(HIDE(2)), sig_done, &s);
  wait_for_all(&s);
  sram_bit_set(x, a, ctx_swap, &s);
  sram_bit_clear(x, a, ctx_swap, &s);
  sram_test_and_clear(x, a, sig_done, &p);
  wait_for_all(&p);
  sram_test_and_decr(x, a, sig_done, &p);
  wait_for_all(&p);
  sram_put_ring(x, sram_ring(0, 3), 2, sig_done, &p);
  wait_for_all(&p);
  sram_get_ring(x, sram_ring(0, 3), 2, ctx_swap, &s);
  sram_journal(x, sram_ring(1, 4), 2, ctx_swap, &s);
  sram_fast_journal(HIDE(3), sram_ring(1, 4));
  sram_dequeue(x, sram_queue(0, 1, 0), ctx_swap, &s);
  sram_enqueue(sram_queue(0, 1, HIDE(64)));
  sram_enqueue_tail(sram_queue(0, 1, HIDE(64)));
  rd_qdesc_head(x, sram_queue(0, 1, 64), 2, ctx_swap, &s);
  rd_qdesc_tail(x, sram_queue(0, 1, 64), 2, ctx_swap, &s);
  rd_qdesc_other(sram_queue(0, 1, 64));
  sram_write_qdesc(sram_queue(0, 1, 64));
  sram_write_qdesc_count(sram_queue(0, 1, 64));
  sram_csr_read(x, a, ctx_swap, &s);
  sram_csr_write(x, a, ctx_swap, &s);
}

static __noinline void scratch_functions(volatile void __scratch *a) {
  SIGNAL s;
  SIGNAL_PAIR p;
  __xrw unsigned x[4];
  x[0] = x[1] = HIDE(1);
  scratch_read(x, a, 4, sig_done, &s);
  wait_for_all(&s);
  scratch_write(x, a, 4, ctx_swap, &s);
  scratch_add(x, a, ctx_swap, &s);
  scratch_bits_set(x, a, ctx_swap, &s);
  scratch_bits_clr(x, a, ctx_swap, &s);
  scratch_incr(a);
  scratch_decr(a);
  scratch_swap(x, a, sig_done, &p);
  wait_for_all(&p);
  scratch_test_and_set(x, a, sig_done, &p);
  wait_for_all(&p);
  scratch_test_and_clr(x, a, sig_done, &p);
  wait_for_all(&p);
  scratch_test_and_incr(x, a, sig_done, &p);
  wait_for_all(&p);
  scratch_test_and_decr(x, a, sig_done, &p);
  wait_for_all(&p);
  scratch_get_ring_ind(x, scratch_ring(1), 4, ind_count(HIDE(1)), ctx_swap, &s);
  scratch_put_ring_ind(x, scratch_ring(1), 4, ind_count(HIDE(1)), ctx_swap, &s);
}

static __noinline void dram_functions(volatile void __dram *a) {
  SIGNAL s;
  SIGNAL_PAIR p;
  __dxrw unsigned long long d[2];
  d[0] = d[1] = 1;
  dram_read_ind(d, a, 2, ind_count(HIDE(1)), sig_done, &p);
  wait_for_all(&p);
  dram_write_ind(d, a, 2, ind_count(HIDE(1)), sig_done, &s);
  wait_for_all(&s);
  dram_rbuf_read(a, 0x2000, HIDE(8), sig_done, &p);
  wait_for_all(&p);
  dram_tbuf_write(a, HIDE(0x2000), HIDE(8), sig_done, &p);
  wait_for_all(&p);
  dram_rbuf_read_ind(a, 8, ind_buffer(HIDE(0x2000), 8), sig_done, &s);
  wait_for_all(&s);
  dram_tbuf_write_ind(a, 8, ind_buffer(HIDE(0x2000), 8), sig_done, &s);
  wait_for_all(&s);
}

static __noinline void other_units(void) {
  SIGNAL s;
  __xrw unsigned x[8];
  for (int i = 0; i < 8; ++i)
    x[i] = HIDE(i);
  msf_read(x, msf_rx_control, 1, ctx_swap, &s);
  msf_write(x, HIDE(0x2000), 2, ctx_swap, &s);
  msf_read64(x, 0x2000, 1, ctx_swap, &s);
  msf_write64(x, 0x2000, 1, ctx_swap, &s);
  msf_read_ind(x, 0x2000, 4, ind_count(HIDE(2)), ctx_swap, &s);
  msf_fast_write(msf_rbuf_element_done, HIDE(5));
  pci_read(x, HIDE(0), 1, ctx_swap, &s);
  pci_write(x, HIDE(0), 1, ctx_swap, &s);
  hash_64(x, 1, ctx_swap, &s);
  hash_128(x, 2, ctx_swap, &s);
  cap_read(x, cap_csr_product_id, 1, ctx_swap, &s);
  cap_write(x, cap_csr_hash_multiplier_48_0, 2, ctx_swap, &s);
  cap_csr_read(x, cap_csr_misc_control, ctx_swap, &s);
  cap_csr_write(x, cap_csr_misc_control, ctx_swap, &s);
  cap_read_address(x, HIDE(0x4a00), 1, ctx_swap, &s);
  cap_write_address(x, HIDE(0x4900), 1, ctx_swap, &s);
  cap_fast_write(3, cap_csr_xscale_int_a);
  cap_fast_write(HIDE(0x12345), cap_csr_xscale_int_b);
  timestamp_start();
  timestamp_stop();
  set_timestamp(HIDE(0), 0);
}

static __noinline void inside(void) {
  SIGNAL s, t;
  __implicit_write(&s);
  __implicit_write(&t);
  signal_ME(__signal_number(&s), 0, 0);
  signal_prev_ME(__signal_number(&s), 0);
  signal_next_ME(__signal_number(&s), 0);
  signal_same_ME_next_ctx(__signal_number(&s));
  signal_prev_ME_this_ctx(__signal_number(&s));
  signal_next_ME_this_ctx(__signal_number(&s));
  wait_sig_mask(__signals(&s, &t));
  __implicit_read(&t);
  nn_ring_enqueue_incr(HIDE(1));
  EXPECT(nn_ring_dequeue() + nn_ring_dequeue_incr(), 0);
  crc_write(0);
  crc_5_be(HIDE(1), byte_0);
  crc_10_le(HIDE(1), bytes_0_2);
  crc_iscsi_be_bit_swap(HIDE(1), bytes_2_3);
  crc_none_le_bit_swap(HIDE(1), bytes_0_3);
  ctx_wait(voluntary);
  __critical_path();
  __critical_path(20);
  halt();
}

main() {
  if (HIDE(0)) {
    sram_functions((volatile void __sram *)HIDE(0x100000));
    scratch_functions((volatile void __scratch *)HIDE(0x2000));
    dram_functions((volatile void __dram *)HIDE(0x400000));
    other_units();
    inside();
    exit(0);
  }
  DONE();
}
