/* Packets by priority (prioritizer.toml): a ring for each of four priorities, 0 the highest, or
 * queues in SRAM for up to eight, and feedback from the link to the scheduler. Buffers, rings of rx
 * and tx and their counters as in the other forwarding systems.
 *
 *   rx -RING_RX_PORTn-> prioritizer -RING_PRIORITYn-> priority_scheduler -RING_TX-> tx
 *                                                             ^----RING_BEGUN------'
 */
#ifndef RINGS_PRIORITY_H
#define RINGS_PRIORITY_H

#include "forward.h"

/* A system file may define another number, up to 8, the same for prioritizer and scheduler. With
 * more than 4, SRAM channel 0 has queues instead of rings: entries of its queue array, descriptors,
 * and their lengths in longwords of scratchpad. Longword 1 of a packet's message is then in
 * longword 5 of its metadata. */
#ifndef PRIORITIES
#define PRIORITIES 4
#endif
#define PRIORITY_QUEUE_ENTRY 16
#define PRIORITY_QUEUE_BASE 0x8000
#define PRIORITY_LENGTHS 0x3fc0
#define PRIORITY_LIMIT 128 /* maximum packets in such a queue */
#define PRIORITY_METADATA_AT 20

#define RING_PRIORITY0 6
#define RING_PRIORITY1 7
#define RING_PRIORITY2 8
#define RING_PRIORITY3 9
#define RING_BEGUN 10 /* tx to the scheduler: a packet begins on the link */

#define RING_PRIORITY0_HOLDS 256, PACKET
#define RING_PRIORITY1_HOLDS 256, PACKET
#define RING_PRIORITY2_HOLDS 256, PACKET
#define RING_PRIORITY3_HOLDS 256, PACKET
#define RING_BEGUN_HOLDS 128, BEGUN

#define PACKET_FLOW 1, 31, 21, number /* after the prioritizer: the priority */

/* Valid: 1, so that the longword is not 0. */
#define BEGUN_VALID 0, 31, 31, number
#define BEGUN_FLOW 0, 30, 0, number

/* Packets dropped because the ring or queue of their priority was full. */
#define COUNT_PRIORITY0_FULL 0x3f40
#define COUNT_PRIORITY1_FULL 0x3f44
#define COUNT_PRIORITY2_FULL 0x3f48
#define COUNT_PRIORITY3_FULL 0x3f4c
#define COUNT_PRIORITY4_FULL 0x3f50
#define COUNT_PRIORITY5_FULL 0x3f54
#define COUNT_PRIORITY6_FULL 0x3f58
#define COUNT_PRIORITY7_FULL 0x3f5c

#endif
