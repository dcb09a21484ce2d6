/* What the compiler itself knows: __me_* functions without a body, and the types they speak of.
   Programs use the names of the other headers. */
#ifndef IXP_PRIMITIVES_H
#define IXP_PRIMITIVES_H

/* A signal and an even/odd pair of signals. Only their addresses mean something. */
typedef struct __me_signal {
  int number;
} SIGNAL;
typedef struct __me_signal_pair {
  SIGNAL even, odd;
} SIGNAL_PAIR;

/* A parameter that takes a SIGNAL * or a SIGNAL_PAIR *. */
typedef union {
  volatile SIGNAL *one;
  volatile SIGNAL_PAIR *pair;
  SIGNAL *plain_one;
  SIGNAL_PAIR *plain_pair;
} __me_any_signal __attribute__((transparent_union));

/* What a context does after it issued a command: go on, sleep until it is done, ask for no signal. */
typedef enum { sig_done, ctx_swap, sig_none } sync_t;

#define __me_primitive extern __attribute__((nothrow, nomerge))
#define __me_inline static inline __attribute__((always_inline, unused))

/* Commands: address = left + right; count in the unit of the command. */
#define __ME_COMMAND(opcode)                                                                       \
  __me_primitive void __me_cmd_##opcode(volatile void *, unsigned, unsigned, unsigned, unsigned,  \
                                        volatile void *);                                         \
  __me_primitive void __me_cmdi_##opcode(volatile void *, unsigned, unsigned, unsigned, unsigned, \
                                         unsigned, volatile void *)
__ME_COMMAND(SRAM_READ);
__ME_COMMAND(SRAM_WRITE);
#undef __ME_COMMAND

__me_primitive void __me_wait_all(volatile void *, ...);
__me_primitive void __me_wait_any(volatile void *, ...);

#endif
