/* The egress side of a line card behind a switch fabric (linecard-egress.toml): what its blocks say to
 * each other. Read by microcode and by tools alike, so only #defines.
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

/* A packet that is whole again. Typed: as of a cell. */
#define OUT_HANDLE 0, 31, 0, hex
#define OUT_TYPED 1, 16, 16, number
#define OUT_BYTES 1, 15, 0, bytes

/* Cells that are no packet's first: they go where it goes. */
#define COUNT_JOINED 0x3f28
/* Packets that were given up, as a cell came that was not the one that was due. */
#define COUNT_WRONG_CELL 0x3f2c

#endif
