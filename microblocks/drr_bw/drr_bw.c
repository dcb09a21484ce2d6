/* drr_bw: deficit round robin of the link, in place of wfq_bw: the second of two separate
 * schedulers.
 *
 *   cost     bytes on the link / phi_bw */
#include "../common/before_link.h"

#define CHARGES_CPU 0
#define CHARGES_LINK 1
#define ROUND_RING SR_7
#include "../common/deficit.h"
#include "../common/link_threads.h"

main() { run(); }
