/* The ingress side of a line card in front of a switch fabric (linecard.toml): messages between its
 * blocks. Read by microcode and by tools alike, so only #defines.
 *
 *   rx -RING_RX_PORT0-> linecard -RING_SHORT-> cells -> the fabric's port
 *                                -RING_LONG-->
 */
#ifndef RINGS_LINECARD_H
#define RINGS_LINECARD_H

#include "cell.h"
#include "packet.h"

#define RING_RX_PORT0 0
#define RING_RX_PORT1 1 /* other ports receive nothing */
#define RING_RX_PORT2 2
#define RING_RX_PORT3 3
#define RING_SHORT 4
#define RING_LONG 5

#define RING_RX_PORT0_HOLDS 256, PACKET
#define RING_RX_PORT1_HOLDS 128, PACKET
#define RING_RX_PORT2_HOLDS 128, PACKET
#define RING_RX_PORT3_HOLDS 128, PACKET
#define RING_SHORT_HOLDS 256, CARD
#define RING_LONG_HOLDS 1024, CARD

/* A classified packet. Output: of the fabric. At: offset in the frame of the bytes that cells
 * carry. Typed: these are the EtherType and payload of a frame, else an IPv4 packet. Bytes: their
 * number, 1 or more. */
#define CARD_HANDLE 0, 31, 0, hex
#define CARD_OUTPUT 1, 31, 24, number
#define CARD_TYPED 1, 21, 21, number
#define CARD_AT 1, 20, 16, bytes
#define CARD_BYTES 1, 15, 0, bytes

#endif
