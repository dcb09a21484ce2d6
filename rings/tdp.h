/* Messages between the blocks of a router with time-driven priority (tdp_router.toml);
 * fifo_router.toml has some of them. Baldi, Marchetto, Galante, Risso, Scopigno, Stirano: Time
 * Driven Priority Router Implementation and First Experiments, IEEE ICC 2006. Read by microcode and
 * by tools alike, so only #defines.
 *
 *   rx -RING_RX_PORTn-> tdp_input -RING_OUT-> tdp_output -> ports
 *                         |           ^          ^
 *                     RING_EDGE       |          |
 *                         v           |          |
 *                      tdp_edge ------'   RING_TICK_OUTPUT
 *                         ^                      |
 *                         '--RING_TICK_EDGE-- tdp_clock <- pulses of the reference
 *
 * After a put into a ring the writer signals the reading context, so no context polls. */
#ifndef RINGS_TDP_H
#define RINGS_TDP_H

#include "packet.h"

#define RING_RX_PORT0 0
#define RING_RX_PORT1 1
#define RING_RX_PORT2 2
#define RING_RX_PORT3 3
#define RING_OUT 4
#define RING_EDGE 5
#define RING_TICK_OUTPUT 6
#define RING_TICK_EDGE 7
#define RING_JOIN 8

#define RING_RX_PORT0_HOLDS 128, PACKET
#define RING_RX_PORT1_HOLDS 128, PACKET
#define RING_RX_PORT2_HOLDS 128, PACKET
#define RING_RX_PORT3_HOLDS 256, PACKET
#define RING_OUT_HOLDS 512, PACKET
#define RING_EDGE_HOLDS 256, EDGE
#define RING_TICK_OUTPUT_HOLDS 128, TICK
#define RING_TICK_EDGE_HOLDS 128, TICK
#define RING_JOIN_HOLDS 128, JOIN

/* The packet of rings/packet.h before its transmit port. Timed: 1, it leaves in time frame `frame`;
 * 0: best effort. */
#define PACKET_TIMED 1, 31, 31, number
#define PACKET_FRAME 1, 30, 24, number

/* A packet that entered the network here and has no time frame yet. */
#define EDGE_HANDLE 0, 31, 0, hex
#define EDGE_PORT 1, 20, 16, number
#define EDGE_BYTES 1, 15, 0, bytes
#define EDGE_DESTINATION 2, 31, 0, hex

/* A time frame begins. Valid: 1, so that longword 0 is not 0. Missed: 1, its pulse has not come.
 * At: TIMESTAMP. */
#define TICK_VALID 0, 31, 31, number
#define TICK_MISSED 0, 30, 30, number
#define TICK_CYCLE 0, 23, 8, number
#define TICK_FRAME 0, 7, 0, number
#define TICK_AT 1, 31, 0, ticks

/* From tdp_input to tdp_clock: a neighbour's current frame and parity of its cycle. */
#define JOIN_VALID 0, 31, 31, number
#define JOIN_CYCLE 0, 8, 8, number
#define JOIN_FRAME 0, 7, 0, number

/* Time: frames of 250 us, FRAMES per cycle (even: one bit distinguishes adjacent frames), CYCLES
 * per super cycle. A tick of TIMESTAMP is 16 cycles of a microengine of 600 MHz. */
#ifndef FRAMES
#define FRAMES 60
#endif
#ifndef CYCLES
#define CYCLES 1
#endif
#if FRAMES % 2 || FRAMES > 100 || (CYCLES > 1 && CYCLES % 2) || FRAMES * CYCLES > 4000
#error "FRAMES and CYCLES are even (or one cycle), 100 and 4000 frames at most"
#endif
#define FRAME_TICKS 9375
#define PULSE_SIGNAL 15 /* signal of context 0 of tdp_clock, to which the reference is wired */

/* DS codepoints of timed packets: parity of the frame, and a bit that alternates every cycle. */
#define DS_TIMED 0x0c
#define DS_TIMED_MASK 0x0f
#define DS_PARITY 0x10
#define DS_CYCLE 0x20

/* Packets that keep the neighbour synchronised when there is no other traffic: UDP to this port. */
#define PADDING_PORT 9

/* Reservation of tdp_edge, in SRAM channel 0: destinations of the flows, 0: none; then for each
 * frame of the super cycle a longword with two bits per flow, from the lowest: the number of its
 * packets to send. */
#define RESERVED_FLOWS 16
#define RESERVED_FLOWS_BASE 0x9000
#define RESERVED_SLOTS_BASE 0xa000

/* Queues of tdp_output: entries of the queue array of channel 0, and descriptors of 16 bytes. */
#define QUEUE_ENTRY 1
#define QUEUE_BASE 0x8000

/* More counters in scratchpad. All except that of padding count errors or excess traffic. */
#define COUNT_PADDING 0x3f28
#define COUNT_NOT_IN_STEP 0x3f2c      /* timed, but the neighbour's frames are still unknown */
#define COUNT_LATE 0x3f30             /* its frame has begun */
#define COUNT_EARLY 0x3f40            /* its frame is beyond the range of the queues */
#define COUNT_FRAME_FULL 0x3f34       /* exceeds the capacity of a frame */
#define COUNT_OVER_RESERVED 0x3f38    /* its flow exceeds its reservation */
#define COUNT_BEST_EFFORT_FULL 0x3f3c /* its queue is full */

#endif
