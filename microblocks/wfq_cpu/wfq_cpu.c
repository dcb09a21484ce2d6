/* wfq_cpu: weighted fair queueing of the processors alone, in place of pcfq: the first of two
 * separate schedulers. It ignores the link.
 *
 *   weight   phi_cpu
 *   cost     predicted cycles / phi_cpu */
#include "../common/before_processors.h"

#define CHARGES_CPU 1
#define CHARGES_LINK 0
#define TAG TAG_FINISH
#define CLOCK CLOCK_ELAPSED
#include "../common/fair_queue.h"
#include "../common/cpu_threads.h"

main() { run(); }
