/* wfq_cpu: weighted fair queueing of the processors alone, where pcfq stands: the first of two
 * separate schedulers. It knows nothing of the link.
 *
 *   weight   phi_cpu
 *   cost     predicted cycles / phi_cpu */
#define CHARGES_CPU 1
#define CHARGES_LINK 0
#define RING_IN SR_1
#define RING_OUT SR_2
#define FIRST_ENTRY QUEUE_ENTRY
#define FIRST_DESCRIPTOR QUEUE_BASE
#define TRACE_AT TRACE_BASE
#include "../pcfq/cpu_threads.h"

main() { run(); }
