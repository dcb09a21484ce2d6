/* The egress side of a line card behind a switch fabric (linecard-egress.toml): messages between
 * its blocks. Read by microcode and by tools alike, so only #defines.
 *
 *   the fabric's port -> assemble -RING_OUT_SHORT-> send -> the line
 *                                 -RING_OUT_LONG-->
 */
#ifndef RINGS_LINECARD_EGRESS_H
#define RINGS_LINECARD_EGRESS_H

#include "cell.h"
#include "packet.h"

#define RING_OUT_SHORT 0
#define RING_OUT_LONG 1

#define RING_OUT_SHORT_HOLDS 1024, OUT
#define RING_OUT_LONG_HOLDS 1024, OUT

/* A reassembled packet. Typed: as for a cell. */
#define OUT_HANDLE 0, 31, 0, hex
#define OUT_TYPED 1, 16, 16, number
#define OUT_BYTES 1, 15, 0, bytes

/* Cells other than a packet's first: they follow it. */
#define COUNT_JOINED 0x3f28
/* Packets dropped because a cell other than the expected one arrived. */
#define COUNT_WRONG_CELL 0x3f2c

#endif
