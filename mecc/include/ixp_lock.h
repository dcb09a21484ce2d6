/* Mutexes and counting semaphores between the contexts of one microengine. Nobody interrupts C
   between two swaps, so they are plain numbers in shared registers:

     __declspec(shared gp_reg) mutex_t table_lock;

   Contexts that wait let the others run and look again; whoever comes first gets it. Between
   microengines, use scratch_test_and_set and its kind. <ixp.h> does not include this header. */
#ifndef IXP_LOCK_H
#define IXP_LOCK_H

#include <ixp_signal.h>

typedef unsigned mutex_t;     /* 1: somebody has it */
typedef unsigned semaphore_t; /* how many may still enter */

__me_inline void mutex_init(volatile mutex_t *mutex) { *mutex = 0; }
__me_inline int mutex_try_lock(volatile mutex_t *mutex) { /* 1: it is ours now */
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
__me_inline int semaphore_try_wait(volatile semaphore_t *semaphore) { /* 1: we are in */
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
