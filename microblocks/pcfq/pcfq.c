/* pcfq: the composite scheduler of Sabrina, Kanhere and Jha (IEEE LCN 2005; IEEE Trans. Computers
 * 2007). It charges a packet for the processors and for the link at once, and so decides once, in
 * front of the processors; what comes out of processing goes to the link first come, first served.
 *
 *   weight   phi_cpu + phi_bw
 *   cost     predicted cycles / phi_cpu + bytes on the link / phi_bw
 *
 * Forwarding does not change a packet's size, so the paper's resize factor is 1 and left out.
 * fair_queue.h has the algorithm, cpu_threads.h the threads; pcfq.md tells scaling and errors. */
#define CHARGES_CPU 1
#define CHARGES_LINK 1
#define RING_IN SR_1
#define RING_OUT SR_2
#define FIRST_ENTRY QUEUE_ENTRY
#define FIRST_DESCRIPTOR QUEUE_BASE
#define TRACE_AT TRACE_BASE
#include "cpu_threads.h"

main() { run(); }
