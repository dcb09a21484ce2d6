/* The ingress side of a line card in front of a switch fabric (linecard.toml): what its blocks say to each other,
 * and the cells that it sends. Read by microcode and by tools alike, so only #defines.
 *
 *   rx -RING_RX_PORT0-> linecard -RING_SHORT-> cells -> the fabric's port
 *                                -RING_LONG-->
 */
#ifndef RINGS_LINECARD_H
#define RINGS_LINECARD_H

#include "packet.h"

#define RING_RX_PORT0 0
#define RING_RX_PORT1 1 /* nothing arrives at other ports */
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

/* A packet that is classified. Output: of the fabric. At: where in the frame what cells carry begins.
 * Bytes: of it, 1 or more. */
#define CARD_HANDLE 0, 31, 0, hex
#define CARD_OUTPUT 1, 31, 24, number
#define CARD_AT 1, 20, 16, bytes
#define CARD_BYTES 1, 15, 0, bytes

/* A cell: two longwords in front of at most CELL_BYTES bytes. What CSIX-L1 has in a frame's base header
 * and in its extension header (type, length; class, destination) and what reassembly needs. The order of
 * the bits is ours. Packet: a number in its class, modulo 2^14. */
#define CELL_BYTES 64
#define CELL_HEADER_BYTES 8
#define CELL_TYPE 0, 31, 28, number
#define CELL_CLASS 0, 27, 24, number
#define CELL_OUTPUT 0, 23, 16, number
#define CELL_LENGTH 0, 15, 8, bytes
#define CELL_INPUT 0, 7, 0, number
#define CELL_FIRST 1, 31, 31, number
#define CELL_LAST 1, 30, 30, number
#define CELL_PACKET 1, 29, 16, number
#define CELL_NUMBER 1, 15, 0, number

#define CELL_UNICAST 1 /* types */
#define CLASS_LONG 0   /* classes */
#define CLASS_SHORT 1

#endif
