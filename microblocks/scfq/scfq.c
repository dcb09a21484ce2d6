/* scfq: self-clocked fair queueing (Golestani, INFOCOM 1994) on PCFQ's composite cost, in place of
 * pcfq. V is the finish time of the packet handed out last, so nothing depends on how fast time
 * passes and nothing is divided.
 *
 *   cost     predicted cycles / phi_cpu + bytes on the link / phi_bw
 *   tag      F = max(finish of the flow's packet before, V) + cost
 *   V        the tag of the packet handed out last
 *
 * The paper sets V and all finish times to zero when the server idles. V never goes back here, and
 * no flow's finish time is later than V when everything has been handed out, which is the same. */
#include "../common/before_processors.h"

#define CHARGES_CPU 1
#define CHARGES_LINK 1
#define TAG TAG_FINISH
#define CLOCK CLOCK_SERVED
#include "../common/fair_queue.h"
#include "../common/cpu_threads.h"

main() { run(); }
