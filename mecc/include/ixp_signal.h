/* Contexts and signals: waiting, testing, signalling others. */
#ifndef IXP_SIGNAL_H
#define IXP_SIGNAL_H

#include <ixp_csr.h>
#include <ixp_dialect.h>

/* One ctx_arb for all, or for any, of the given signals (addresses). `all` clears them; `any`
   leaves them set, to be tested with signal_test. */
#define __wait_for_all(...) __me_wait_all(__VA_ARGS__)
#define __wait_for_any(...) __me_wait_any(__VA_ARGS__)
#define wait_for_all(...) __me_wait_all(__VA_ARGS__)
#define wait_for_any(...) __me_wait_any(__VA_ARGS__)

/* A pair is waited for and tested as a whole: its signals arrive together. &pair.even is equivalent
   to &pair; for a half alone only the number is available. */
#define __ME_SINGLE                                                                                \
  __attribute__((unavailable("the signals of a pair come together: wait for &pair")))
extern void __wait_for_all_single() __ME_SINGLE;
extern void __wait_for_any_single() __ME_SINGLE;
#undef __ME_SINGLE

typedef enum { voluntary, bpt, kill } signal_t;

/* Yields, stops for the debugger (or the control core), or ends this context. */
__me_inline void ctx_wait(signal_t what) {
  switch (what) {
  case voluntary: __me_ctx_voluntary(); break;
  case bpt: __me_ctx_bpt(); break;
  case kill: __me_ctx_kill();
  }
}
#define ctx_swap() __me_ctx_voluntary() /* ctx_swap without parentheses is the enumerator */

__me_inline void halt(void) { __me_ctx_bpt(); }
__me_inline __attribute__((noreturn)) void exit(int status) { __me_ctx_kill(); }

/* The mask is a value: the compiler does not know its signals. */
__me_inline void wait_sig_mask(unsigned mask) { __me_wait_mask(mask); }

/* 1 if it was set; it is clear afterwards. */
__me_inline int signal_test(__me_signals sig) { return (int)__me_signal_test(sig.signal); }

/* Numbers for use by others. For a remote signal or register of another microengine the second
   argument names that microengine; the linker knows it anyway. */
#define __signal_number(sig, ...) ((int)__me_signal_number(sig))
#define __xfer_reg_number(xfer, ...) ((int)__me_xfer_number(xfer))
#define __signals(...) ((int)__me_signal_mask(__VA_ARGS__))

/* Raises signal number sig, 1..15, of a context here, in the previous or the next microengine. */
#define __ME_SIGNAL_OTHER(name, csr)                                                               \
  __me_inline void name(unsigned sig, unsigned context) {                                          \
    __ME_SIGNAL_NUMBER(sig);                                                                       \
    __ME_CONTEXT_NUMBER(context);                                                                  \
    local_csr_write(csr, sig << 3 | context);                                                      \
  }
#define __ME_SIGNAL_IMPLIED(name, csr)                                                             \
  __me_inline void name(unsigned sig) {                                                            \
    __ME_SIGNAL_NUMBER(sig);                                                                       \
    local_csr_write(csr, 1u << 7 | sig << 3);                                                      \
  }
__ME_SIGNAL_OTHER(signal_same_ME, local_csr_same_me_signal)
__ME_SIGNAL_OTHER(signal_prev_ME, local_csr_previous_neighbor_signal)
__ME_SIGNAL_OTHER(signal_next_ME, local_csr_next_neighbor_signal)
__ME_SIGNAL_IMPLIED(signal_same_ME_next_ctx, local_csr_same_me_signal)
__ME_SIGNAL_IMPLIED(signal_prev_ME_this_ctx, local_csr_previous_neighbor_signal)
__ME_SIGNAL_IMPLIED(signal_next_ME_this_ctx, local_csr_next_neighbor_signal)
#undef __ME_SIGNAL_OTHER
#undef __ME_SIGNAL_IMPLIED

/* Input states shown by hardware. */
typedef enum {
  inp_state_nn_empty,
  inp_state_nn_full,
  inp_state_scr_ring0_status,
  inp_state_scr_ring1_status,
  inp_state_scr_ring2_status,
  inp_state_scr_ring3_status,
  inp_state_scr_ring4_status,
  inp_state_scr_ring5_status,
  inp_state_scr_ring6_status,
  inp_state_scr_ring7_status,
  inp_state_scr_ring8_status,
  inp_state_scr_ring9_status,
  inp_state_scr_ring10_status,
  inp_state_scr_ring11_status,
  inp_state_fci_not_empty,
  inp_state_fci_full
} inp_state_t;
__me_inline int inp_state_test(inp_state_t state) { return (int)__me_inp_state(state); }

/* Sleeps until the timer, which counts units of 16 cycles, has counted `units`: 2 or more, for the
   next unit may begin before the timer is armed. It is turned off afterwards, since otherwise it
   would set its signal again every 2^20 cycles. */
__me_inline void sleep_units(unsigned units) {
  SIGNAL timer;
  __implicit_write(&timer);
  local_csr_write(local_csr_active_future_count, local_csr_read(local_csr_timestamp_low) + units);
  local_csr_write(local_csr_active_ctx_future_count_signal, __signal_number(&timer));
  __wait_for_all(&timer);
  local_csr_write(local_csr_active_ctx_future_count_signal, 0);
}
/* Sleeps for at least `cycles`, up to a million, without their remainder by 16. Below 16 it only
   lets other contexts run. */
__me_inline void sleep(unsigned cycles) {
  if (cycles < 16)
    ctx_wait(voluntary);
  else
    sleep_units((cycles >> 4) + 1);
}

#endif
