/* The header switch: a table says for each destination which addresses a packet leaves with. Rings,
 * counters and buffers as in the other forwarding systems; the table is read by microengines and by
 * the control core alike.
 *
 *   rx -RING_RX_PORTn-> header switch (microengine or control core) -RING_TX-> tx
 *
 * From the control core packets come on RING_CORE, and a microengine brings them to RING_TX. */
#ifndef RINGS_HEADER_SWITCH_H
#define RINGS_HEADER_SWITCH_H

#include "core.h"
#include "forward.h"

/* Entries of eight longwords in SRAM channel 0, by the low bits of the destination address: the
 * whole destination, new destination, new source, transmit port, MACs (destination, source: 3),
 * unused. Destination 0: none. */
#define SWITCH_BASE 0x480000
#define SWITCH_ENTRIES 64
#define SWITCH_ENTRY_BYTES 32

#endif
