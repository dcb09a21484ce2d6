/* tdp_clock: counts the time frames of the common reference and notifies the other blocks when one
 * begins.
 *
 * A pulse begins each frame. The pulses have no numbers: the first one that comes begins
 * frame 0 of cycle 0. A pulse that is PATIENCE ticks late is missed: TIMESTAMP begins the
 * frame in its place, and the count continues. A pulse less than half a frame after the
 * beginning of a frame belongs to that frame and corrects its time, so that the next frame is
 * not late.
 *
 * One context is enough: it waits for pulse or timer. */
#include "../systems/blocks.h"

#include "../common/lateness.h"
#include "../common/wake.h"

#if !defined(RING_TICK_OUTPUT) || !defined(RING_TICK_EDGE)
#error "the system's `messages` must define RING_TICK_OUTPUT, RING_TICK_EDGE (rings/tdp.h)"
#endif

#ifndef PATIENCE
#define PATIENCE 375 /* ticks: 10 us */
#endif

/* A restarted router learns the current frame from its neighbours (CYCLES is 1): it listens for
 * LISTEN pulses before it begins to count by itself. More than two cycles: it may take that time
 * until a neighbour's cycle begins. */
#ifndef LISTEN
#define LISTEN 0
#endif

/* Maximum of a random lateness of the beginning of a frame, in ticks, to emulate the interrupts of
 * a host. Less than a frame. */
#ifndef LATE
#define LATE 0
#endif
#if LATE >= FRAME_TICKS
#error "LATE must be less than a frame"
#endif

#ifdef OUTPUT_ME
extern __declspec(remote) SIGNAL output_tick;
#endif
#ifdef EDGE_ME
extern __declspec(remote) SIGNAL edge_tick;
#endif

static SIGNAL pulse, timer;

static unsigned frame, cycle, began; /* the current frame, and TIMESTAMP when it began */

__intrinsic unsigned now(void) { return local_csr_read(local_csr_timestamp_low); }

__intrinsic void stop_timer(void) {
  local_csr_write(local_csr_active_ctx_future_count_signal, 0);
  signal_test(&timer);
}
__intrinsic void start_timer(unsigned at) {
  __implicit_write(&timer);
  local_csr_write(local_csr_active_future_count, at);
  local_csr_write(local_csr_active_ctx_future_count_signal, __signal_number(&timer));
}

__intrinsic void tell(unsigned missed) {
  __declspec(sram_write_reg) unsigned message[2];
  SIGNAL sig_output, sig_edge;
  if (LATE) be_late(LATE);
  message[0] = FIELD_PUT(TICK_VALID, 1u) | FIELD_PUT(TICK_MISSED, missed) |
               FIELD_PUT(TICK_CYCLE, cycle) | frame;
  message[1] = began;
  scratch_put_ring(message, scratch_ring(RING_TICK_OUTPUT), 2, sig_done, &sig_output);
  scratch_put_ring(message, scratch_ring(RING_TICK_EDGE), 2, sig_done, &sig_edge);
  wait_for_all(&sig_output, &sig_edge);
#ifdef OUTPUT_ME
  WAKE(output_tick, 0, OUTPUT_ME);
#endif
#ifdef EDGE_ME
  WAKE(edge_tick, 0, EDGE_ME);
#endif
}

__intrinsic void next_frame(void) {
  frame += 1;
  if (frame < FRAMES) return;
  frame = 0;
  cycle += 1;
  if (cycle == (CYCLES > 1 ? CYCLES : 2)) cycle = 0; /* its lowest bit is in packets */
}

/* Whether a neighbour has reported the current frame. */
__intrinsic int joined(void) {
  __declspec(sram_read_reg) unsigned join;
  SIGNAL sig_join;
  scratch_get_ring(&join, scratch_ring(RING_JOIN), 1, sig_done, &sig_join);
  wait_for_all(&sig_join);
  frame = FIELD_GET(JOIN_FRAME, join);
  cycle = FIELD_GET(JOIN_CYCLE, join);
  return join != 0;
}

/* Waits for the first frame that is begun here. */
__intrinsic void begin(void) {
  unsigned n;
  for (n = 0; n < LISTEN; ++n) {
    wait_for_all(&pulse);
    if (joined()) { /* it is over with this pulse */
      next_frame();
      return;
    }
  }
  wait_for_all(&pulse);
  frame = 0;
  cycle = 0;
}

main() {
  if (__ctx() != 0) return;
  __assign_relative_register(&pulse, PULSE_SIGNAL);
  __implicit_write(&pulse);
  timestamp_start();
  begin();
  began = now();
  tell(0);
  for (;;) {
    unsigned missed = 0;
    start_timer(began + FRAME_TICKS + PATIENCE);
    wait_for_any(&pulse, &timer);
    if (signal_test(&pulse)) {
      unsigned at = now(), since = at - began;
      stop_timer();
      began = at;
      if (since < FRAME_TICKS / 2) continue;
    } else {
      stop_timer();
      began += FRAME_TICKS;
      missed = 1;
    }
    next_frame();
    tell(missed);
  }
}
