/* Cells between line cards and a switch fabric. Read by microcode, tools and the fabric
 * (emu/network), so only #defines. */
#ifndef RINGS_CELL_H
#define RINGS_CELL_H

#include "field.h"

/* A cell: two longwords before at most CELL_BYTES bytes. Contains the fields of CSIX-L1's base
 * header and extension header (type, length; class, destination) and those needed for reassembly,
 * in a bit order of our own. Typed: as for a packet. Packet: a number within its class, modulo
 * 2^13. Behind: cells of the packet after this one; the first gives the length. */
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

/* Over CSIX a cell is the payload of a unicast C-frame, whose extension header repeats class and
 * output with the widths of CSIX-L1 (8 bits and 12); their positions are our own. Requests and
 * grants are payloads of flow control. */
#define EXTENSION_CLASS 0, 31, 24, number
#define EXTENSION_OUTPUT 0, 11, 0, number

/* Types. A request has no bytes; it announces to the fabric a packet queued in a card: its class,
 * output and number, and the cells after its first. A grant has none either: the fabric requests
 * the next cell of the class and output from the card of that input, and names packet and cell. */
#define CELL_UNICAST 1
#define CELL_REQUEST 2
#define CELL_GRANT 3
/* Classes. */
#define CLASS_LONG 0
#define CLASS_SHORT 1

#endif
