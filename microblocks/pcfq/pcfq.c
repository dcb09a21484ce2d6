/* pcfq: the composite scheduler of Sabrina, Kanhere and Jha (IEEE LCN 2005; IEEE Trans. Computers
 * 2007). It charges a packet for the processors and for the link at once, and so decides once,
 * before the processors; packets leave processing for the link first come, first served.
 *
 *   weight   phi_cpu + phi_bw
 *   cost     predicted cycles / phi_cpu + bytes on the link / phi_bw
 *
 * common/prediction.h has the prediction for a packet: cycles, and its size afterwards
 * (rho). The published microcode's half of the last packet is the default; the
 * simulation's predictor is a choice of parameters (pcfq.md). common/fair_queue.h has the
 * algorithm, common/cpu_threads.h the threads; docs/pcfq.md describes scaling and
 * errors. */
#include "../common/before_processors.h"

#define CHARGES_CPU 1
#define CHARGES_LINK 1
#define TAG TAG_FINISH
#define CLOCK CLOCK_ELAPSED
#include "../common/fair_queue.h"
#include "../common/cpu_threads.h"

main() { run(); }
