/* wfq_bw: weighted fair queueing of the link, between processing and tx: the second of two separate
 * schedulers.
 *
 *   weight   phi_bw
 *   cost     bytes on the link / phi_bw */
#include "../common/before_link.h"

#define CHARGES_CPU 0
#define CHARGES_LINK 1
#define TAG TAG_FINISH
#define CLOCK CLOCK_ELAPSED
#include "../common/fair_queue.h"
#include "../common/link_threads.h"

main() { run(); }
