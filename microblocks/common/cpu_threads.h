/* Additions of a scheduler before the processors to its discipline: prediction of the costs of
 * packets, and a bound on the packets handed out.
 *
 *   context 0  initialization: sets everything up, signals the others, ends or, with FOLLOWS_LINK,
 *              counts packets that begin on the link
 *   context 1  CPU prediction, after each packet (prediction.h)
 *   context 2  enqueue
 *   context 3  dequeue
 *
 * Processing is fed no more than HANDED_OUT_MAX packets at a time: those in SR-2 and those being
 * processed, until they come back on SR-3. Few of them keep the choice of the next packet late; as
 * many as processing has contexts keep it busy. */
#ifndef CPU_THREADS_H
#define CPU_THREADS_H

#include "prediction.h"
#include "scheduler.h"

#ifndef HANDED_OUT_MAX
#define HANDED_OUT_MAX 8
#endif

static __declspec(shared gp_reg) unsigned handed_out;
__intrinsic unsigned in_service(void) { return handed_out; }

#ifdef REPORT_BEFORE
#define REPORT_LONGWORDS 3
#else
#define REPORT_LONGWORDS 2
#endif

#if FOLLOWS_LINK
#include "link_progress.h"
#endif

__intrinsic void prediction_thread(void) {
  for (;;) {
    __declspec(sram_read_reg) unsigned report[REPORT_LONGWORDS];
    SIGNAL sig_report;
    unsigned number, measured;
    flow_t __declspec(local_mem) *flow;
    scratch_get_ring(report, scratch_ring(SR_3), REPORT_LONGWORDS, sig_done, &sig_report);
    wait_for_all(&sig_report);
    if (!FIELD_GET(REPORT_VALID, report[0])) {
      pause();
      continue;
    }
    number = FIELD_GET(REPORT_FLOW, report[0]);
    if (number >= FLOWS) {
      handed_out -= 1;
      continue;
    }
    flow = hold(number);
    handed_out -= 1;
    measured = report[1];
#if KNOWS_LENGTHS
    processed(flow, measured, report[2]);
#else
    flow->predicted = smoothed(measured, flow->predicted);
#endif
#if FOLLOWS_LINK
    flow->behind += 1;
#endif
#if KNOWS_LENGTHS
    trace(TRACE_MEASURED, local_csr_read(local_csr_timestamp_low), number, flow->predicted,
          FIELD_GET(REPORT_BEFORE, report[2]), measured, FIELD_GET(REPORT_AFTER, report[2]), flow->rho);
#else
    trace(TRACE_MEASURED, local_csr_read(local_csr_timestamp_low), number, flow->predicted,
          0, measured, 0, 0);
#endif
    release(flow);
  }
}

__intrinsic int processors_take(void) {
  return handed_out < HANDED_OUT_MAX && !RING_FULL(RING_OUT);
}

/* A flow with a packet that needs no processor does not wait for one in its turn. */
#if SKIPS
__intrinsic int goes_past(unsigned number) { return skips(&flows[number]); }
__intrinsic unsigned skipping(void) {
  unsigned next = choose();
  return next < NOTHING && goes_past(next) ? next : NOTHING;
}
#else
#define goes_past(number) 0
#define skipping() NOTHING
#endif

__intrinsic void dequeue_thread(void) {
  for (;;) {
    unsigned next = NOTHING;
    prepare();
    if (processors_take()) next = choose();
    if (SKIPS && next == NOTHING) next = skipping();
    if (next < NOTHING) {
      if (!goes_past(next)) handed_out += 1;
      serve(next);
    } else {
      idle();
    }
  }
}

__intrinsic void run(void) {
  unsigned context = __ctx() / CONTEXT_STEP;
  if (context == 0) {
    initialize(3);
#if FOLLOWS_LINK
    progress_thread();
#else
    ctx_wait(kill);
#endif
  }
  wait_for_all(&start);
  if (context == 1)
    prediction_thread();
  else if (context == 2)
    enqueue_thread();
  else
    dequeue_thread();
}

#endif
