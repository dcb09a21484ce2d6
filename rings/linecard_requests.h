/* The ingress side of a line card whose fabric requests each cell (linecard-requests.toml):
 * messages between its blocks. Read by microcode and by tools alike, so only #defines.
 *
 *   rx -RING_RX_PORT0-> linecard -RING_SHORT, queues of long packets-> granted -> the fabric's port
 *                                -RING_REQUEST----------------------->
 *   the fabric's port -> grants -RING_GRANT-------------------------->
 */
#ifndef RINGS_LINECARD_REQUESTS_H
#define RINGS_LINECARD_REQUESTS_H

#include "cell.h"
#include "packet.h"

#define RING_RX_PORT0 0
#define RING_RX_PORT1 1 /* other ports receive nothing for rx */
#define RING_RX_PORT2 2
#define RING_RX_PORT3 3
#define RING_SHORT 4
#define RING_REQUEST 5
#define RING_GRANT 6

#define RING_RX_PORT0_HOLDS 256, PACKET
#define RING_RX_PORT1_HOLDS 128, PACKET
#define RING_RX_PORT2_HOLDS 128, PACKET
#define RING_RX_PORT3_HOLDS 128, PACKET
#define RING_SHORT_HOLDS 512, CARD
#define RING_REQUEST_HOLDS 256, REQUEST
#define RING_GRANT_HOLDS 256, GRANT

/* A classified packet, as in rings/linecard.h. For a long one the second longword is in longword
 * DESCRIPTOR_LONGWORD of its buffer's descriptor, and the buffer is in the queue of its output:
 * entry QUEUE_ENTRY + output of SRAM channel 0. */
#define CARD_HANDLE 0, 31, 0, hex
#define CARD_OUTPUT 1, 31, 24, number
#define CARD_TYPED 1, 21, 21, number
#define CARD_AT 1, 20, 16, bytes
#define CARD_BYTES 1, 15, 0, bytes
#define DESCRIPTOR_LONGWORD 2
#define QUEUE_ENTRY 1
#define OUTPUTS_MAX 16

/* A packet to be announced to the fabric: class, output, cells after its first. Valid: 1. */
#define REQUEST_VALID 0, 31, 31, number
#define REQUEST_CLASS 0, 27, 24, number
#define REQUEST_OUTPUT 0, 23, 16, number
#define REQUEST_BEHIND 0, 15, 0, number

/* A received grant: the longwords of rings/cell.h. */
#define GRANT_FIRST 0, 31, 0, hex
#define GRANT_SECOND 1, 31, 0, hex

/* Answered grants: frames that end here. */
#define COUNT_GRANT 0x3f28
/* Frames on the port of grants that are no grants, or find no room on RING_GRANT or no packet. */
#define COUNT_GRANT_LOST 0x3f2c

#endif
