/* Packets of each flow by which the link is behind the processors: they have returned from
 * processing and have not begun on the link. tx reports on SR_8 the flow of a packet that begins,
 * and processing the flow of a packet that was dropped. A packet may be reported here before it is
 * reported on SR_3; then `behind` is less than 0 for a moment. */
#ifndef LINK_PROGRESS_H
#define LINK_PROGRESS_H

__intrinsic void progress_thread(void) {
  for (;;) {
    __declspec(sram_read_reg) unsigned begun;
    SIGNAL sig_begun;
    flow_t __declspec(local_mem) *flow;
    unsigned number;
    scratch_get_ring(&begun, scratch_ring(SR_8), 1, sig_done, &sig_begun);
    wait_for_all(&sig_begun);
    if (!FIELD_GET(BEGUN_VALID, begun)) {
      pause();
      continue;
    }
    number = FIELD_GET(BEGUN_FLOW, begun);
    flow = hold(number);
    flow->behind -= 1;
    trace(TRACE_BEGUN, local_csr_read(local_csr_timestamp_low), number, flow->predicted, 0, 0, 0,
          0);
    release(flow);
  }
}

#endif
