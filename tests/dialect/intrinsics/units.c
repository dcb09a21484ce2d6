// Units and registers of a microengine, and the MSF: a program a section (tests/sections.py).

//--- bits.c
// expect: itself
#include "test.h"

static void bits(void) {
  EXPECT(ffs(HIDE(0x50)), 4);
  EXPECT(ffs(HIDE(0x80000000)), 31);
  EXPECT(pop_count(HIDE(0xff0f)), 12);
  EXPECT(bit_test(HIDE(0x10), HIDE(4)), 1);
  EXPECT(bit_test(HIDE(0x10), HIDE(5)), 0);
  EXPECT(bswap(HIDE(0x11223344)), 0x44332211);
  EXPECT(bitswap(HIDE(1)), 0x80000000);
  EXPECT(bitswap(HIDE(0x12345678)), 0x1e6a2c48);
}

static void shifts(void) {
  EXPECT(rotl(HIDE(0x80000001), HIDE(4)), 0x18);
  EXPECT(rotl(HIDE(0x80000001), HIDE(0)), 0x80000001);
  EXPECT(rotr(HIDE(0x18), 4), 0x80000001);
  EXPECT(_rotl(HIDE(0x81234567), 4), 0x12345678);
  EXPECT(_rotr(HIDE(0x23456781), 4), 0x12345678);
  EXPECT(dbl_shl(HIDE(0x11111111), HIDE(0x22222222), 8), 0x11111122);
  EXPECT(dbl_shl(HIDE(0x11111111), HIDE(0x22222222), HIDE(0)), 0x11111111);
  EXPECT(dbl_shr(HIDE(0x11111111), HIDE(0x22222222), HIDE(8)), 0x11222222);
  EXPECT(dbl_shr(HIDE(0x11111111), HIDE(0x22222222), HIDE(0)), 0x22222222);
}

static void products(void) {
  EXPECT(multiply_24x8(HIDE(0xff123456), HIDE(0xf10)), 0x01234560);
  EXPECT(multiply_16x16(HIDE(0xaffff), HIDE(0xffff)), 0xfffe0001);
  EXPECT(multiply_32x32_lo(HIDE(0x12345678), HIDE(0x9abcdef0)), 0x242d2080);
  EXPECT(multiply_32x32_hi(HIDE(0x12345678), HIDE(0x9abcdef0)), 0x0b00ea4e);
  EXPECT(multiply_32x32(HIDE(0xffffffff), HIDE(0xffffffff)) >> 32, 0xfffffffe);
}

static void alignment(void) {
  unsigned from[4], to[3];
  for (int i = 0; i < 4; ++i)
    from[i] = HIDE(0x03020100 + i * 0x04040404);
  byte_align_block_le(3, to, from, HIDE(1));
  EXPECT(to[0], 0x04030201);
  EXPECT(to[2], 0x0c0b0a09);
  for (int i = 0; i < 4; ++i)
    from[i] = HIDE(0x00010203 + i * 0x04040404);
  byte_align_block_be(3, to, from, HIDE(3));
  EXPECT(to[0], 0x03040506);
  EXPECT(to[2], 0x0b0c0d0e);
}

main() {
  bits();
  shifts();
  products();
  alignment();
  DONE();
}

//--- cam.c
// expect: 0 1 3 9 1 3 5 0xabcd 2 0 0
// The CAM: hits, misses, tags and states.
#include "test.h"

int main(void) {
  const unsigned z = unknown_zero();
  cam_lookup_t found;
  cam_clear();
  found = cam_lookup(0xabcd + z);
  result(found.hit);
  cam_write(3 + z, 0xabcd + z, 9);
  cam_write(7 + z, 0x1234 + z, 2);
  found = cam_lookup(0xabcd + z);
  result(found.hit);
  result(found.entry_num);
  result(found.state);
  cam_write_state(3, 5);
  found.value = cam_lookup(0xabcd + z).value;
  result(found.hit);
  result(found.entry_num);
  result(found.state);
  result(cam_read_tag(3 + z));
  result(cam_read_state(7 + z));
  found = cam_lookup(0x9999 + z);
  result(found.hit);
  cam_clear();
  result(cam_lookup(0x1234 + z).hit);
  return 0;
}

//--- crc.c
// expect: 0x12345678 * * * * 0x5349 * * * 0xa695c4aa 0x3af83826 * * 0xc15700cd * * * *
// expect: * * * * * * * * * * * * * 30
// The CRC unit: every polynomial and order, every part of a longword.
#include "test.h"

int main(void) {
  const unsigned z = unknown_zero();
  unsigned same = 0;
  crc_write(0x12345678 + z);
  result(crc_read());
  crc_write(0xffffffff);
  same += crc_none_be(0x31323334 + z, bytes_0_3) == 0x31323334;
  result(crc_read());
  crc_write(0xffffffff);
  same += crc_none_be_bit_swap(0x31323334 + z, bytes_0_3) == 0x31323334;
  result(crc_read());
  crc_write(0xffffffff);
  same += crc_none_le(0x31323334 + z, bytes_0_3) == 0x31323334;
  result(crc_read());
  crc_write(0xffffffff);
  same += crc_none_le_bit_swap(0x31323334 + z, bytes_0_3) == 0x31323334;
  result(crc_read());
  crc_write(0xffffffff);
  same += crc_ccitt_be(0x31323334 + z, bytes_0_3) == 0x31323334;
  result(crc_read());
  crc_write(0xffffffff);
  same += crc_ccitt_be_bit_swap(0x31323334 + z, bytes_0_3) == 0x31323334;
  result(crc_read());
  crc_write(0xffffffff);
  same += crc_ccitt_le(0x31323334 + z, bytes_0_3) == 0x31323334;
  result(crc_read());
  crc_write(0xffffffff);
  same += crc_ccitt_le_bit_swap(0x31323334 + z, bytes_0_3) == 0x31323334;
  result(crc_read());
  crc_write(0xffffffff);
  same += crc_32_be(0x31323334 + z, bytes_0_3) == 0x31323334;
  result(crc_read());
  crc_write(0xffffffff);
  same += crc_32_be_bit_swap(0x31323334 + z, bytes_0_3) == 0x31323334;
  result(crc_read());
  crc_write(0xffffffff);
  same += crc_32_le(0x31323334 + z, bytes_0_3) == 0x31323334;
  result(crc_read());
  crc_write(0xffffffff);
  same += crc_32_le_bit_swap(0x31323334 + z, bytes_0_3) == 0x31323334;
  result(crc_read());
  crc_write(0xffffffff);
  same += crc_iscsi_be(0x31323334 + z, bytes_0_3) == 0x31323334;
  result(crc_read());
  crc_write(0xffffffff);
  same += crc_iscsi_be_bit_swap(0x31323334 + z, bytes_0_3) == 0x31323334;
  result(crc_read());
  crc_write(0xffffffff);
  same += crc_iscsi_le(0x31323334 + z, bytes_0_3) == 0x31323334;
  result(crc_read());
  crc_write(0xffffffff);
  same += crc_iscsi_le_bit_swap(0x31323334 + z, bytes_0_3) == 0x31323334;
  result(crc_read());
  crc_write(0xffffffff);
  same += crc_10_be(0x31323334 + z, bytes_0_3) == 0x31323334;
  result(crc_read());
  crc_write(0xffffffff);
  same += crc_10_be_bit_swap(0x31323334 + z, bytes_0_3) == 0x31323334;
  result(crc_read());
  crc_write(0xffffffff);
  same += crc_10_le(0x31323334 + z, bytes_0_3) == 0x31323334;
  result(crc_read());
  crc_write(0xffffffff);
  same += crc_10_le_bit_swap(0x31323334 + z, bytes_0_3) == 0x31323334;
  result(crc_read());
  crc_write(0xffffffff);
  same += crc_5_be(0x31323334 + z, bytes_0_3) == 0x31323334;
  result(crc_read());
  crc_write(0xffffffff);
  same += crc_5_be_bit_swap(0x31323334 + z, bytes_0_3) == 0x31323334;
  result(crc_read());
  crc_write(0xffffffff);
  same += crc_5_le(0x31323334 + z, bytes_0_3) == 0x31323334;
  result(crc_read());
  crc_write(0xffffffff);
  same += crc_5_le_bit_swap(0x31323334 + z, bytes_0_3) == 0x31323334;
  result(crc_read());
  crc_write(0xffffffff);
  same += crc_32_be(0x31323334 + z, bytes_0_2) == 0x31323334;
  result(crc_read());
  crc_write(0xffffffff);
  same += crc_32_be(0x31323334 + z, bytes_0_1) == 0x31323334;
  result(crc_read());
  crc_write(0xffffffff);
  same += crc_32_be(0x31323334 + z, byte_0) == 0x31323334;
  result(crc_read());
  crc_write(0xffffffff);
  same += crc_32_be(0x31323334 + z, bytes_1_3) == 0x31323334;
  result(crc_read());
  crc_write(0xffffffff);
  same += crc_32_be(0x31323334 + z, bytes_2_3) == 0x31323334;
  result(crc_read());
  crc_write(0xffffffff);
  same += crc_32_be(0x31323334 + z, byte_3) == 0x31323334;
  result(crc_read());
  result(same);
  return 0;
}

//--- csr.c
// expect: 0x54 7 1 0 1 1 0 0x1f 1 1
// The microengine's registers, the timestamp, the cycle counter, the CAP's registers.
#include "test.h"

int main(void) {
  SIGNAL s;
  __xwrite unsigned out[2];
  __xread unsigned in[2];
  const unsigned z = unknown_zero();
  unsigned start, spent;
  unsigned long long before, after;
  local_csr_write(local_csr_t_index, 0x54 + z);
  result(local_csr_read(local_csr_t_index));
  timestamp_stop();
  set_timestamp(5 + z, 7 + z);
  result((unsigned)(get_timestamp() >> 32));
  timestamp_start();
  before = get_timestamp();
  sleep(2000 + z);
  after = get_timestamp();
  result(after - before >= 2000 / 16);
  result(local_csr_read(local_csr_active_ctx_future_count_signal)); // the timer is off
  start = profile_count_start();
  spent = profile_count_stop(start);
  result(spent > 0 && spent < 100);
  start = profile_count_start();
  sleep_units(3 + z);
  spent = profile_count_stop(start);
  result(spent > 2 * 16 && spent < 3 * 16 + 100); // the first unit may have begun
  out[0] = 0x1f + z;
  cap_write(out, cap_csr_hash_multiplier_48_0, 1, ctx_swap, &s);
  cap_csr_write(out, cap_csr_hash_multiplier_64_0, ctx_swap, &s);
  cap_write_address(out, 0x4910 + z, 1, ctx_swap, &s);
  cap_fast_write(z, cap_csr_hash_multiplier_48_1);
  cap_read(in, cap_csr_hash_multiplier_48_1, 1, ctx_swap, &s);
  result(in[0]);
  cap_csr_read(in, cap_csr_hash_multiplier_48_0, ctx_swap, &s);
  result(in[0]);
  cap_read_address(in, 0x4908 + z, 1, ctx_swap, &s);
  result(in[0] == 0x1f);
  cap_read(in, cap_csr_hash_multiplier_128_0, 1, ctx_swap, &s);
  result(in[0] == 0x1f);
  return 0;
}

//--- hash.c
// expect: 1 1 1 1 1 1
// The hash unit: every width, several at once; equal data give equal results.
#include "test.h"

static __noinline unsigned differs(const unsigned* a, const unsigned* b, unsigned n) {
  while (n--)
    if (*a++ != *b++) return 1;
  return 0;
}

int main(void) {
  SIGNAL s;
  __xrw unsigned data[8];
  const unsigned z = unknown_zero();
  unsigned first[4], given[4], i;
#define HASH(bits, words)                                                                          \
  for (i = 0; i < 4; ++i)                                                                          \
    given[i] = 0x1234 * i + 77 + z;                                                                \
  given[1] &= bits == 48 ? 0xffff : ~0u;                                                           \
  data[0] = given[0];                                                                              \
  data[1] = given[1];                                                                              \
  data[2] = words == 4 ? given[2] : given[0];                                                      \
  data[3] = words == 4 ? given[3] : given[1];                                                      \
  hash_##bits(data, words == 4 ? 1 : 2, ctx_swap, &s);                                             \
  first[0] = data[0];                                                                              \
  first[1] = data[1];                                                                              \
  first[2] = data[2];                                                                              \
  first[3] = data[3];                                                                              \
  result(differs(first, given, words));                                                            \
  if (words == 4) {                                                                                \
    data[0] = given[0];                                                                            \
    data[1] = given[1];                                                                            \
    data[2] = given[2];                                                                            \
    data[3] = given[3];                                                                            \
    hash_##bits(data, 1, sig_done, &s);                                                            \
    wait_for_all(&s);                                                                              \
    result(data[0] == first[0] && data[3] == first[3]);                                            \
  } else {                                                                                         \
    result(first[0] == first[2] && first[1] == first[3]);                                          \
  }
  HASH(48, 2)
  HASH(64, 2)
  HASH(128, 4)
  return 0;
}

//--- msf.c
// expect: 5 9 0 0
// hazards: media-misuse
// Registers and buffers of the MSF.
#include "test.h"

int main(void) {
  SIGNAL s;
  __xwrite unsigned out[4];
  __xread unsigned in[4];
  const unsigned z = unknown_zero();
  out[0] = 5 + z;
  msf_write(out, msf_rx_port_map, 1, ctx_swap, &s);
  msf_read(in, msf_rx_port_map, 1, ctx_swap, &s);
  result(in[0]);
  out[0] = 9 + z;
  msf_write_ind(out, msf_rx_port_map, 1, ind_count(1 + z), ctx_swap, &s);
  msf_read_ind(in, msf_rx_port_map, 1, ind_count(1 + z), ctx_swap, &s);
  result(in[0]);
  msf_read64(in, msf_interrupt_status, 1, ctx_swap, &s);
  result(in[0]);
  msf_fast_write(msf_interrupt_enable, z);
  out[1] = z;
  msf_write64(out, msf_buffer_data, 1, ctx_swap, &s);
  msf_write64_ind(out, msf_buffer_data, 1, ind_count(1 + z), ctx_swap, &s);
  msf_read64_ind(in, msf_buffer_data, 1, ind_count(1 + z), ctx_swap, &s);
  result(in[0]);
  return 0;
}

//--- units.c
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
