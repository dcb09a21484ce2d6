/* rings/pcfq.h, and what round-robin schedulers have besides: the flows that have packets, in the
 * order of their turns, wait on a ring that the scheduler writes and reads itself.
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
 * A flow is there once at most, and the one whose turn it is is not, so a ring of as many longwords
 * as there are flows is never full: 128 by default, with more flows `[ring.5] size = 1024`. */
#ifndef RINGS_ROUNDS_H
#define RINGS_ROUNDS_H

#include "pcfq.h"

#define SR_6 5 /* turns in front of the processors */
#define SR_7 6 /* turns in front of the link */

#define SR_8 7 /* tx, and processing for what it drops, to mr3: whose packet begins on the link */

#define SR_6_HOLDS 128, TURN
#define SR_7_HOLDS 128, TURN
#define SR_8_HOLDS 128, BEGUN

/* Valid: 1, so that the longword is not 0. */
#define TURN_VALID 0, 31, 31, number
#define TURN_FLOW 0, 30, 0, number
#define BEGUN_VALID 0, 31, 31, number
#define BEGUN_FLOW 0, 30, 0, number

#endif
