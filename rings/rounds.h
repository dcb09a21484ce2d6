/* rings/pcfq.h, with additions for round-robin schedulers: the flows that have packets wait, in the
 * order of their turns, on a ring that the scheduler writes and reads itself.
 *
 *   drr:  rx -SR-1-> drr_cpu -SR-2-> process (4 MEs) -SR-4-> drr_bw -SR-5-> tx
 *                      ^-----SR-3-------'
 *                 SR-6: turns of drr_cpu                 SR-7: turns of drr_bw
 *
 *   mr3:  rx -SR-1-> mr3 -SR-2-> process (4 MEs) -SR-4-> tx
 *                     ^-----SR-3-------'                  |
 *                     ^--------------SR-8-----------------'
 *                 SR-6: turns of mr3
 *
 * A flow is on the ring at most once, and not during its turn, so a ring with one longword per flow
 * is never full: 128 by default, with more flows `[ring.5] size = 1024`. */
#ifndef RINGS_ROUNDS_H
#define RINGS_ROUNDS_H

#include "pcfq.h"

#define SR_6 5 /* turns of the processors' scheduler */
#define SR_7 6 /* turns of the link's scheduler */

#define SR_8 7 /* from tx, and from processing for dropped packets, to mr3: the flow whose packet
                * begins on the link */

#define SR_6_HOLDS 128, TURN
#define SR_7_HOLDS 128, TURN
#define SR_8_HOLDS 128, BEGUN

/* Valid: 1, so that the longword is not 0. */
#define TURN_VALID 0, 31, 31, number
#define TURN_FLOW 0, 30, 0, number
#define BEGUN_VALID 0, 31, 31, number
#define BEGUN_FLOW 0, 30, 0, number

#endif
