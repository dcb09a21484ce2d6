// Several contexts, and data that they share: a program a section (tests/sections.py).

//--- contexts.c
// options: --run-contexts=8
// expect: 0 1 2 3 4 5 6 7 100 101 102 103 104 105 106 107 0 11 22 33 44 55 66 77
// Eight contexts with globals and arrays of their own; each reports its values.
#include <ixp.h>

static unsigned mine;
static unsigned array[4];
__sram static unsigned memory = 100;

static __noinline unsigned sum(const unsigned* p, unsigned n) {
  unsigned s = 0;
  while (n--)
    s += *p++;
  return s;
}

int main(void) {
  volatile __scratch unsigned* const results = (volatile __scratch unsigned*)0x200;
  const unsigned c = (unsigned)ctx();
  unsigned i;
  mine = c;
  memory += c;
  for (i = 0; i < 4; ++i)
    array[i] = i == 3 ? 8 * c : c;
  ctx_swap();
  results[c] = mine;
  results[8 + c] = memory;
  ctx_swap();
  results[16 + c] = sum(array, 4);
  return 0;
}

//--- contexts4.c
// options: --contexts=4 --run-contexts=8
// expect: 0 0 2 0 4 0 6 0 10 0 12 0 14 0 16
// Four contexts, which are the even ones, with many registers each.
#include <ixp.h>

static unsigned array[10];

static __noinline unsigned fill(unsigned c) {
  unsigned i, s = 0;
  for (i = 0; i < 10; ++i)
    array[i] = c;
  ctx_swap();
  for (i = 0; i < 10; ++i)
    s += array[i] == c;
  return s;
}

int main(void) {
  volatile __scratch unsigned* const results = (volatile __scratch unsigned*)0x200;
  const unsigned c = (unsigned)ctx();
  results[c] = c;
  results[8 + c] = c + fill(c);
  return 0;
}

//--- events.c
// expect: 20 20 20 190 420 380 5
// Answers are handled in order of arrival: three units at once, asked again as soon as they answer.
#include "test.h"

static __declspec(sram shared) unsigned a[20], log[8];
static __declspec(scratch shared) unsigned b[20];
static __declspec(dram shared aligned(8)) unsigned long long d[20];

int main(void) {
  enum { SramBusy = 1, ScratchBusy = 2, DramBusy = 4 };
  __xread unsigned in_a[2], in_b;
  __dxread unsigned long long in_d[2];
  __xwrite unsigned out;
  SIGNAL got_a, got_b, put;
  SIGNAL_PAIR got_d;
  unsigned at_a = 0, at_b = 0, at_d = 0, sum_a = 0, sum_b = 0, sum_d = 0, turns = 0, i;
  unsigned busy = SramBusy | ScratchBusy | DramBusy;
  for (i = 0; i < 20; ++i)
    a[i] = i, b[i] = 2 * i + 2, d[i] = 2 * i;
  sram_read(in_a, &a[0], 2, sig_done, &got_a);
  scratch_read(&in_b, &b[0], 1, sig_done, &got_b);
  dram_read(in_d, &d[0], 2, sig_done, &got_d);
  while (busy) {
    if (busy == (SramBusy | ScratchBusy | DramBusy))
      wait_for_any(&got_a, &got_b, &got_d);
    else if (busy & SramBusy)
      wait_for_any(&got_a);
    else if (busy & ScratchBusy)
      wait_for_any(&got_b);
    else
      wait_for_any(&got_d);
    if (busy & SramBusy && signal_test(&got_a)) {
      sum_a += in_a[0] + in_a[1];
      at_a += 2;
      if (at_a < 20)
        sram_read(in_a, &a[at_a], 2, sig_done, &got_a);
      else
        busy &= ~SramBusy;
    }
    if (busy & ScratchBusy && signal_test(&got_b)) {
      sum_b += in_b;
      if (++at_b < 20)
        scratch_read(&in_b, &b[at_b], 1, sig_done, &got_b);
      else
        busy &= ~ScratchBusy;
    }
    if (busy & DramBusy && signal_test(&got_d)) {
      sum_d += (unsigned)(in_d[0] + in_d[1]);
      at_d += 2;
      if (at_d < 20)
        dram_read(in_d, &d[at_d], 2, sig_done, &got_d);
      else
        busy &= ~DramBusy;
    }
    if ((++turns & 3) == 0) {
      out = 5;
      sram_write(&out, &log[turns >> 2 & 7], 1, sig_done, &put);
      wait_for_all(&put);
    }
  }
  result(at_a);
  result(at_b);
  result(at_d);
  result(sum_a);
  result(sum_b);
  result(sum_d);
  result(log[1]);
}

//--- locks.c
// expect: 800 0 1 2 8 0
// options: --run-contexts=8
// A mutex keeps a change together that swaps in the middle; a semaphore lets two in.
#include "test.h"
#include <ixp_lock.h>

static __declspec(shared gp_reg) mutex_t lock;
static __declspec(shared) semaphore_t two;
static __declspec(shared gp_reg) unsigned inside, most, crowd, arrived, finished, taken, there;
static __declspec(sram shared) unsigned sum;

main() {
  if (__ctx() == 0) {
    mutex_init(&lock);
    semaphore_init(&two, 2);
    taken = 1;
  }
  while (!taken)
    ctx_swap();
  for (unsigned n = 0; n < 100; ++n) {
    mutex_lock(&lock);
    if (++inside > most) most = inside;
    ++sum; /* read, swap, write, swap */
    --inside;
    mutex_unlock(&lock);
  }
  for (++arrived; arrived < 8;)
    ctx_swap();
  semaphore_wait(&two);
  if (semaphore_try_wait(&two)) semaphore_post(&two);
  if (++there > crowd) crowd = there;
  for (unsigned n = 0; n < 4; ++n)
    ctx_swap();
  --there;
  semaphore_post(&two);
  if (++finished < 8) return;
  result(sum);
  result(lock);
  result(most);
  result(crowd);
  result(finished);
  lock = 1;
  result((unsigned)mutex_try_lock(&lock));
}

//--- neighbours.c
// expect: 1000 1000 1000 1000 1000 1000 1000 1000 0x01020304 0x05060708 0xaabbccdd 0xa1b2c3d4
// options: --run-contexts=8
// Eight contexts change neighbouring bytes of the scratchpad at the same time; nothing is lost.
#include "test.h"

struct record {
  unsigned char a;
  unsigned short b;
  unsigned char c;
} __attribute__((packed));

static __declspec(scratch shared) unsigned short counts[8];
static __declspec(scratch shared) unsigned char bytes[8];
static __declspec(scratch shared) struct record record;
static __declspec(scratch shared aligned(4)) unsigned char odd[12];
static __declspec(shared gp_reg) unsigned finished;

main() {
  const unsigned me = __ctx();
  for (unsigned n = 0; n < 1000; ++n)
    ++counts[me];
  bytes[me] = me + 1;
  if (me == 3) record.b = 0xbbcc;
  if (me == 5) record.a = 0xaa;
  if (me == 6) record.c = 0xdd;
  if (me == 2) *(unsigned __scratch __attribute__((aligned(1)))*)&odd[unknown(3)] = 0xa1b2c3d4;
  if (++finished < 8) return; /* of an int: unused */
  for (unsigned n = 0; n < 8; ++n)
    result(counts[n]);
  result(*(unsigned __scratch*)bytes);
  result(*(unsigned __scratch*)(bytes + 4));
  result(*(unsigned __scratch*)&record);
  result((unsigned)odd[3] << 24 | odd[4] << 16 | odd[5] << 8 | odd[6] | odd[2] | odd[7]);
}

//--- shared.c
// options: --run-contexts=8
// expect: 36 80 1640 28
// Variables all contexts share: registers, local memory, SRAM.
#include <ixp.h>

__declspec(shared gp_reg) unsigned total;
__declspec(shared local_mem) unsigned table[8];
__declspec(shared sram) unsigned counted;
__declspec(shared gp_reg) unsigned finished;

int main(void) {
  volatile __scratch unsigned* const results = (volatile __scratch unsigned*)0x200;
  const unsigned c = (unsigned)ctx();
  unsigned i, sum = 0;
  total += c + 1;
  for (i = 0; i < 10; ++i) {
    table[c] += c;
    ctx_swap();
  }
  ++finished;
  while (finished != 8)
    ctx_swap();
  if (c) return 0;
  for (i = 0; i < 8; ++i)
    sum += table[i];
  counted = sum;
  results[0] = total;
  results[1] = table[1] * 8;
  results[2] = counted * 5 + table[3] * 8;
  results[3] = finished * 7 / 2;
  return 0;
}

//--- shared_constants.c
// options: --run-contexts=2
// expect: 10
// A constant that is stored again after a swap: another context has changed the register.
#include <ixp.h>

static __declspec(shared gp_reg) unsigned shared_count;

int main(void) {
  unsigned i, sum = 0;
  if (ctx() == 0) {
    for (i = 0; i < 5; ++i) {
      shared_count = 0;
      ctx_swap();
      sum += shared_count;
      shared_count = 0;
      ctx_swap();
      sum += shared_count;
    }
    *(volatile __scratch unsigned*)0x200 = sum;
  } else {
    for (i = 0; i < 10; ++i) {
      shared_count += 1;
      ctx_swap();
    }
  }
  return 0;
}

//--- shared_many.c
// expect: 0 1 2 111 112 200 201 202 203 20503
// options: --run-contexts=2
// More absolute registers than one bank has: an array is in both. Contexts keep two or three.
#include "test.h"

static __declspec(shared gp_reg) unsigned many[202], more[2];
static __declspec(shared) unsigned turn;

#define EACH_10(what, n)                                                                           \
  what(n) what(n + 1) what(n + 2) what(n + 3) what(n + 4) what(n + 5) what(n + 6) what(n + 7)      \
      what(n + 8) what(n + 9)
#define EACH_50(what, n)                                                                           \
  EACH_10(what, n) EACH_10(what, n + 10) EACH_10(what, n + 20) EACH_10(what, n + 30)               \
      EACH_10(what, n + 40)
#define EACH(what) EACH_50(what, 0) EACH_50(what, 50) EACH_50(what, 100) EACH_50(what, 150)

int main(void) {
  unsigned sum = 0;
  if (__ctx() == 0) {
#define SET(n) many[n] = n;
    EACH(SET)
    many[200] = 200;
    many[201] = 201;
    more[0] = unknown(202);
    more[1] = unknown(203);
    turn = 1;
    return 0;
  }
  while (!turn)
    ctx_swap();
  result(many[0]);
  result(many[1]);
  result(many[2]);
  result(many[111]);
  result(many[112]);
  result(many[200]);
  result(many[201]);
  result(more[0]);
  result(more[1]);
#define ADD(n) sum += many[n];
  EACH(ADD)
  result(sum + many[200] + more[1] + 200);
}

//--- signal_tests.c
// expect: 3 3 6 2 9
// Tests of signals with an unused result, which clear the signal all the same; signals that
// waiting for any leaves set.
#include "test.h"

static __shared __sram unsigned kept[8];
static __shared __dram unsigned long long wide[4];

static __noinline unsigned collected(unsigned n) {
  __xwrite unsigned out;
  SIGNAL s;
  unsigned i, set = 0;
  for (i = 0; i < n; ++i) {
    out = i;
    sram_write(&out, kept, 1, sig_done, &s);
    wait_for_any(&s);
    set += (unsigned)signal_test(&s);
    set += 16 * (unsigned)signal_test(&s);
  }
  return set;
}

static __noinline void dropped(unsigned n) {
  __xwrite unsigned out;
  SIGNAL s;
  unsigned i;
  for (i = 0; i < n; ++i) {
    out = i;
    sram_write(&out, &kept[1], 1, sig_done, &s);
    kept[2] += i;
    wait_for_any(&s);
    signal_test(&s);
  }
}

static __noinline void dropped_pair(unsigned n) {
  __dxwrite unsigned long long out;
  SIGNAL_PAIR s;
  unsigned i;
  for (i = 0; i < n; ++i) {
    out = i;
    dram_write(&out, &wide[n & 1], 1, sig_done, &s);
    kept[3] += i;
    wait_for_any(&s);
    if (signal_test(&s))
      ;
  }
}

int main(void) {
  result(collected(unknown(3)));
  dropped(unknown(3));
  result(kept[2]);
  dropped_pair(unknown(4));
  result(kept[3]);
  result(kept[1]);
  result((unsigned)wide[0] + 6);
}
