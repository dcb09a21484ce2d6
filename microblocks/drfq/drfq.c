/* drfq: dominant resource fair queueing (Ghodsi, Sekar, Zaharia, Stoica, SIGCOMM 2012),
 * its memoryless form, in place of pcfq. A packet is charged for its dominant resource, as
 * a part of its flow's share of that resource. Packets are served in the order of their
 * start times.
 *
 *   cost     max(predicted cycles / phi_cpu, bytes on the link / phi_bw)
 *   tag      S = max(finish of the flow's packet before, V)
 *   V        the maximum start time in service; when nothing is queued and nothing is being
 *            processed, the maximum finish time of all packets
 *
 * Start times are handed out in ascending order, so the maximum in service is that of the packet
 * handed out last. The paper has weights for each flow and resource; these are phi_cpu, phi_bw. */
#include "../common/before_processors.h"

#define CHARGES_CPU 1
#define CHARGES_LINK 1
#define DOMINANT 1
#define TAG TAG_START
#define CLOCK CLOCK_SERVED
#include "../common/fair_queue.h"
#include "../common/cpu_threads.h"

main() { run(); }
