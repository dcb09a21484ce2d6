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
