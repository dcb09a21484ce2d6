/* sfq: start-time fair queueing (Goyal, Vin, Cheng, SIGCOMM 1996) on PCFQ's composite cost, in
 * place of pcfq. Packets go in the order of their start times, so the cost of a packet, which is a
 * prediction, decides about the flow's next packet only.
 *
 *   cost     predicted cycles / phi_cpu + bytes on the link / phi_bw
 *   tag      S = max(finish of the flow's packet before, V)
 *   V        the tag of the packet handed out last; when nothing is queued and nothing is being
 *            processed, the maximum finish time of all packets
 *
 * The paper has one server, here four processors are one: the packet handed out last is "in
 * service". */
#include "../common/before_processors.h"

#define CHARGES_CPU 1
#define CHARGES_LINK 1
#define TAG TAG_START
#define CLOCK CLOCK_SERVED
#include "../common/fair_queue.h"
#include "../common/cpu_threads.h"

main() { run(); }
