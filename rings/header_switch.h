/* The header switch: a table maps each destination to the new addresses of a packet. Rings,
 * counters and buffers as in the other forwarding systems; the table is read by microengines and by
 * the control core.
 *
 *   rx -RING_RX_PORTn-> header switch (microengine or control core) -RING_TX-> tx
 *
 * The control core puts packets on RING_CORE, and a microengine moves them to RING_TX. */
#ifndef RINGS_HEADER_SWITCH_H
#define RINGS_HEADER_SWITCH_H

#include "core.h"
#include "forward.h"

/* Entries of eight longwords in SRAM channel 0, indexed by the low bits of the destination address:
 * destination address, new destination, new source, transmit port, MACs (destination, source: 3),
 * unused. Destination 0: empty. */
#define SWITCH_BASE 0x480000
#define SWITCH_ENTRIES 64
#define SWITCH_ENTRY_BYTES 32

#endif
