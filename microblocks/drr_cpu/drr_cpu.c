/* drr_cpu: deficit round robin of the processors alone, in place of wfq_cpu: the first of two
 * separate schedulers.
 *
 *   cost     predicted cycles / phi_cpu */
#include "../common/before_processors.h"

#define CHARGES_CPU 1
#define CHARGES_LINK 0
#define ROUND_RING SR_6
#include "../common/deficit.h"
#include "../common/cpu_threads.h"

main() { run(); }
