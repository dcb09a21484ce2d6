/* Helpers with which the programs check themselves. */
#include <ixp.h>

static unsigned first_failure, value_seen;

/* A value the optimiser knows nothing of. */
#define HIDE(v) ({ unsigned v_ = (v); __asm__ volatile("" : "+r"(v_)); v_; })

#define EXPECT(value, wanted)                                                                      \
  do {                                                                                             \
    const unsigned value_ = (value);                                                               \
    if (value_ != (unsigned)(wanted) && !first_failure) {                                          \
      first_failure = __LINE__;                                                                    \
      value_seen = value_;                                                                         \
    }                                                                                              \
  } while (0)

#define DONE()                                                                                     \
  do {                                                                                             \
    ((volatile unsigned __scratch *)0x100)[1] = value_seen;                                        \
    ((volatile unsigned __scratch *)0x100)[0] = first_failure ? first_failure : 0x600dc0de;        \
    ctx_wait(kill);                                                                                \
  } while (0)
