// expect: itself
#include "test.h"

static void cam(void) {
  cam_lookup_t found;
  cam_clear();
  cam_write(HIDE(3), HIDE(0xdeadbeef), 5);
  found = cam_lookup(HIDE(0xdeadbeef));
  EXPECT(found.hit, 1);
  EXPECT(found.entry_num, 3);
  EXPECT(found.state, 5);
  EXPECT(found.value, 5 << 8 | 1 << 7 | 3 << 3);
  found = cam_lookup(HIDE(1));
  EXPECT(found.hit, 0);
  EXPECT(found.entry_num, 0);
  EXPECT(cam_read_tag(HIDE(3)), 0xdeadbeef);
  cam_write_state(HIDE(3), 7);
  EXPECT(cam_read_state(HIDE(3)), 7);
}

/* The check values that catalogues give for "123456789". */
static void crc(void) {
  crc_write(0xffffffff);
  EXPECT(crc_32_be_bit_swap(HIDE(0x31323334), bytes_0_3), 0x31323334);
  crc_32_be_bit_swap(HIDE(0x35363738), bytes_0_3);
  crc_32_be_bit_swap(HIDE(0x39000000), byte_0);
  EXPECT(~bitswap(crc_read()), 0xcbf43926);
  crc_write(0xffff);
  crc_ccitt_be(HIDE(0x31323334), bytes_0_3);
  crc_ccitt_be(HIDE(0x00353637), bytes_1_3);
  crc_ccitt_be(HIDE(0x00003839), bytes_2_3);
  EXPECT(crc_read() & 0xffff, 0x29b1);
}

static void time(void) {
  unsigned before = local_csr_read(local_csr_timestamp_low);
  unsigned start = profile_count_start();
  sleep(HIDE(160));
  before = local_csr_read(local_csr_timestamp_low) - before;
  EXPECT(before >= 10 && before < 30, 1);
  EXPECT(profile_count_stop(start) >= 160, 1);
  EXPECT(get_timestamp() >> 32, 0);
}

/* Sleeps shorter than two units of the timer, begun at any cycle of a unit. */
static void short_sleeps(void) {
  unsigned cycles, n;
  for (cycles = 0; cycles < 32; cycles += 5)
    for (n = 0; n < 32; ++n) {
      unsigned before, start, i;
      for (i = HIDE(n); i; --i)
        __asm__ volatile("");
      before = local_csr_read(local_csr_timestamp_low);
      start = profile_count_start();
      sleep(HIDE(cycles));
      EXPECT(local_csr_read(local_csr_timestamp_low) - before < 16, 1);
      EXPECT(profile_count_stop(start) >= (cycles & ~15), 1);
    }
}

static void signals(void) {
  SIGNAL mine, other;
  __implicit_write(&mine);
  __implicit_write(&other);
  EXPECT(__signals(&mine, &other), 1 << __signal_number(&mine) | 1 << __signal_number(&other));
  signal_same_ME(__signal_number(&mine), __ctx());
  wait_for_all(&mine);
  cap_fast_write(__ME() << 7 | __ctx() << 4 | __signal_number(&other), cap_csr_interthread_sig);
  wait_for_any(&other);
  EXPECT(signal_test(&other), 1);
  EXPECT(signal_test(&other), 0);
}

static void questions(void) {
  __xread unsigned x;
  EXPECT(__is_ct_const(3), 1);
  EXPECT(__is_ct_const(HIDE(3)), 0);
  EXPECT(__is_read_reg(&x), 1);
  EXPECT(__is_write_reg(&x), 0);
  EXPECT(__n_ctx(), __MECC_CONTEXTS__);
  EXPECT(inp_state_test(inp_state_nn_empty), 1);
  __implicit_read(&x);
  __ct_assert(sizeof(long long) == 8, "long long has 8 bytes");
}

main() {
  cam();
  crc();
  time();
  short_sleeps();
  signals();
  questions();
  DONE();
}
