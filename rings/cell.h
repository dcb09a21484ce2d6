/* What travels between line cards and a switch fabric. Read by microcode, by tools and by the fabric
 * (emu/network), so only #defines. */
#ifndef RINGS_CELL_H
#define RINGS_CELL_H

#include "field.h"

/* A cell: two longwords in front of at most CELL_BYTES bytes. What CSIX-L1 has in a frame's base header
 * and in its extension header (type, length; class, destination) and what reassembly needs. The order of
 * the bits is ours. Typed: as of a packet. Packet: a number in its class, modulo 2^13. Behind: cells of
 * the packet that come after this one, so that the first one says how long it is. */
#define CELL_BYTES 64
#define CELL_HEADER_BYTES 8
#define CELL_TYPE 0, 31, 28, number
#define CELL_CLASS 0, 27, 24, number
#define CELL_OUTPUT 0, 23, 16, number
#define CELL_LENGTH 0, 15, 8, bytes
#define CELL_INPUT 0, 7, 0, number
#define CELL_FIRST 1, 31, 31, number
#define CELL_LAST 1, 30, 30, number
#define CELL_TYPED 1, 29, 29, number
#define CELL_PACKET 1, 28, 16, number
#define CELL_BEHIND 1, 15, 0, number

/* Over CSIX a cell is the payload of a unicast C-frame, whose extension header says class and output once more,
 * as CSIX-L1 has them: 8 bits and 12; where they stand is ours. Requests and grants are payloads of flow control. */
#define EXTENSION_CLASS 0, 31, 24, number
#define EXTENSION_OUTPUT 0, 11, 0, number

/* Types. A request has no bytes; it tells the fabric of a packet that a card keeps: its class, output
 * and number, and the cells behind its first. A grant has none either: the fabric asks the card of that
 * input for the next cell of the class and output, and says which packet and cell that is. */
#define CELL_UNICAST 1
#define CELL_REQUEST 2
#define CELL_GRANT 3
/* Classes. */
#define CLASS_LONG 0
#define CLASS_SHORT 1

#endif
