/* Mutexes and counting semaphores between the contexts of one microengine. C code is not
   interrupted between two swaps, so they are plain numbers in shared registers:

     __declspec(shared gp_reg) mutex_t table_lock;

   A waiting context yields and tests again; the order of acquisition is not defined. Between
   microengines, use scratch_test_and_set and similar. <ixp.h> does not include this header. */
#ifndef IXP_LOCK_H
#define IXP_LOCK_H

#include <ixp_signal.h>

typedef unsigned mutex_t;     /* 1: locked */
typedef unsigned semaphore_t; /* number of contexts that may still enter */

__me_inline void mutex_init(volatile mutex_t *mutex) { *mutex = 0; }
__me_inline int mutex_try_lock(volatile mutex_t *mutex) { /* 1: acquired */
  if (*mutex) return 0;
  *mutex = 1;
  return 1;
}
__me_inline void mutex_lock(volatile mutex_t *mutex) {
  while (!mutex_try_lock(mutex))
    ctx_swap();
}
__me_inline void mutex_unlock(volatile mutex_t *mutex) { *mutex = 0; }

__me_inline void semaphore_init(volatile semaphore_t *semaphore, unsigned count) {
  *semaphore = count;
}
__me_inline int semaphore_try_wait(volatile semaphore_t *semaphore) { /* 1: acquired */
  if (*semaphore == 0) return 0;
  --*semaphore;
  return 1;
}
__me_inline void semaphore_wait(volatile semaphore_t *semaphore) {
  while (!semaphore_try_wait(semaphore))
    ctx_swap();
}
__me_inline void semaphore_post(volatile semaphore_t *semaphore) { ++*semaphore; }

#endif
