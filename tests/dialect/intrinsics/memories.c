// expect: itself
// system: rings.toml
#include "test.h"

__declspec(sram shared) unsigned words[8];
__declspec(scratch shared) unsigned pad[4];
__declspec(dram shared aligned(8)) unsigned packet[32];

static void sram_commands(void) {
  SIGNAL s;
  SIGNAL_PAIR p;
  __xrw unsigned x[2];
  x[0] = HIDE(100);
  x[1] = HIDE(0xff);
  sram_write(x, words, 2, ctx_swap, &s);
  sram_incr(words);
  sram_test_and_incr(x, words, sig_done, &p);
  wait_for_all(&p);
  EXPECT(x[0], 101);
  EXPECT(words[0], 102);
  sram_decr(words);
  x[0] = HIDE(0xf);
  sram_bits_clr(x, &words[1], ctx_swap, &s);
  EXPECT(words[1], 0xf0);
  x[0] = HIDE(9);
  sram_swap(x, &words[1], sig_done, &p);
  wait_for_all(&p);
  EXPECT(x[0], 0xf0);
  EXPECT(words[1], 9);
  x[0] = HIDE(6);
  sram_test_and_set(x, &words[1], sig_done, &p);
  wait_for_all(&p);
  EXPECT(x[0], 9);
  EXPECT(words[1], 15);
  x[0] = HIDE(-1);
  sram_add(x, &words[1], ctx_swap, &s);
  EXPECT(words[1], 14);
  EXPECT(words[0], 101);
}

static void scratch_commands(void) {
  SIGNAL s;
  SIGNAL_PAIR p;
  __xrw unsigned x;
  pad[0] = HIDE(7);
  x = HIDE(5);
  scratch_test_and_add(&x, pad, sig_done, &p);
  wait_for_all(&p);
  EXPECT(x, 7);
  EXPECT(pad[0], 12);
  x = HIDE(3);
  scratch_test_and_sub(&x, pad, sig_done, &p);
  wait_for_all(&p);
  EXPECT(x, 12);
  EXPECT(pad[0], 9);
  scratch_test_and_incr(&x, pad, sig_done, &p);
  __wait_for_all(&p.odd, &p.even);
  EXPECT(x, 9);
  EXPECT(pad[0], 10);
  x = HIDE(3);
  scratch_sub(&x, pad, ctx_swap, &s);
  EXPECT(pad[0], 7);
}

static void dram_commands(void) {
  SIGNAL s;
  SIGNAL_PAIR p;
  __dxwrite unsigned w[4];
  __dxread unsigned long long r[2];
  for (int i = 0; i < 4; ++i)
    w[i] = HIDE(0x100 + i);
  dram_write(w, packet, 2, sig_done, &p);
  wait_for_all(&p);
  dram_read(r, packet, 2, sig_done, &s);
  wait_for_all(&s);
  EXPECT(r[0] >> 32, 0x100);
  EXPECT(r[1], 0x103);
}

static void counted(void) {
  SIGNAL s;
  __xread unsigned r[3];
  words[4] = HIDE(4);
  words[5] = HIDE(5);
  words[6] = HIDE(6);
  sram_read_ind(r, &words[4], 3, ind_count(HIDE(3)), ctx_swap, &s);
  EXPECT(r[0] + r[1] * 16 + r[2] * 256, 0x654);
}

static void rings(void) {
  SIGNAL s;
  __xwrite unsigned w[2];
  __xread unsigned r[2];
  w[0] = HIDE(77);
  w[1] = HIDE(88);
  scratch_put_ring(w, scratch_ring(2), 2, ctx_swap, &s);
  scratch_get_ring(r, scratch_ring(2), 2, ctx_swap, &s);
  EXPECT(r[0], 77);
  EXPECT(r[1], 88);
}

static void hashes(void) {
  SIGNAL s;
  __xrw unsigned x[4];
  unsigned first;
  for (int i = 0; i < 4; ++i)
    x[i] = HIDE(i + 1);
  hash_48(x, 2, ctx_swap, &s);
  first = x[0];
  x[0] = HIDE(1);
  x[1] = HIDE(2);
  hash_48(x, 1, ctx_swap, &s);
  EXPECT(x[0], first);
}

main() {
  sram_commands();
  scratch_commands();
  dram_commands();
  counted();
  rings();
  hashes();
  DONE();
}
