/* The shaper's system (shaper.toml): packets wait before tx until their stream may send. Buffers,
 * rings of rx and tx and their counters as in the other forwarding systems; the table of streams is
 * microblocks/shaper/stream_table.h.
 *
 *   rx -RING_RX_PORTn-> shaper -RING_TX-> tx
 *
 * Packet metadata, the eight longwords of the buffer's descriptor in SRAM, while a packet waits:
 *   0     handle of the next packet in the queue
 *   1     1 for RTP               2     its RTP timestamp        3     its layer
 *   5     longword 1 of its ring message
 *   6, 7  arrival time: ticks of the TIMESTAMP, high and low */
#ifndef RINGS_SHAPER_H
#define RINGS_SHAPER_H

#include "forward.h"

/* Dropped packets of streams. */
#define COUNT_LATE 0x3f30       /* its deadline passes before it could conform */
#define COUNT_QUEUE_FULL 0x3f34 /* first in a full queue when another packet arrived */
#define COUNT_TOO_LARGE 0x3f38  /* larger than the bucket: never conforms */
#define COUNT_NO_BASE 0x3f3c    /* depends on a picture whose base layer was lost */

/* Packets without an entry in the table: only counted, not dropped. A longword of scratchpad. */
#define UNSHAPED 0x3f80
#define UNSHAPED_COUNTS events, shaper

/* With TRACE the shaper records its decisions in SRAM channel 0: a longword with the number of
 * records, then after 32 bytes records of eight longwords:
 *   0  [31:28] kind of event, [27:16] entry of the stream, [15:0] frame bytes
 *   1  handle   2  drops: the counter; arrivals: bit 0 for RTP, [2:1] the layer   3  arrivals: RTP timestamp
 *   4, 5  ticks of the TIMESTAMP, high and low     6, 7  when the bucket is full, in 1/65536 tick */
#define SHAPER_TRACE_BASE 0x500000
#define SHAPER_TRACE_RECORDS 65536
#define SHAPER_ARRIVED 1
#define SHAPER_SENT 2
#define SHAPER_DROPPED 3

#endif
