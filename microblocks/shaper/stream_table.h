/* The table of streams in SRAM channel 0: the control core fills it, or boot software; the shaper
 * looks packets up in it and counts. Read by Microengine C and by ARM C alike; tools/stream-table
 * writes the same longwords. All of it is longwords; offsets are bytes.
 *
 *   STREAM_HEADS_BASE     2,048 heads of chains: number of an entry + 1, or 0
 *   STREAM_ENTRIES_BASE   1,024 entries, each STREAM_ENTRY_BYTES
 *
 * A packet's entry is in the chain STREAM_CHAIN() of its addresses and destination port. Readers
 * follow a chain for at most STREAM_CHAIN_MAX entries: a writer must not make one longer.
 *
 * There are no locks. One writer (the control core) keeps this order:
 *   add      an entry that is in no chain and at rest: write its longwords from STREAM_SOURCE to
 *            STREAM_DEADLINE, write 0 to all after them, then STREAM_NEXT = the value of its
 *            chain's head; last the head = entry + 1, which is when packets find it.
 *   change   write STREAM_TICKS_A_BYTE, STREAM_DEPTH, STREAM_DEADLINE: each is whole by itself and
 *            holds from the next look on. Nothing else may change while the entry is in a chain.
 *   remove   the link to the entry (head, or STREAM_NEXT of the previous) = its STREAM_NEXT, which
 *            it keeps: a reader may be at it. From then on its packets pass unshaped; those
 *            that wait still leave at the stream's rate.
 *   at rest  an entry out of its chain for STREAM_GRACE_TICKS, of which nothing waits: ARRIVED =
 *            SENT + DROPPED. Entries never used are at rest, too. Others that name it as
 *            STREAM_BASE must be out of their chains first.
 * Longwords from STREAM_FULL_HIGH on belong to the shaper while the entry is not at rest.
 *
 * Rates: a stream's rate is given by its reciprocal, ticks of the TIMESTAMP (16 cycles of a
 * microengine) a byte, in 1/65536, rounded up: a stream never gets more than was asked for, and
 * less by a part of 1/STREAM_TICKS_A_BYTE at most: under 0.006 % up to 1 Gbit/s, under 10^-6 up to
 * 10 Mbit/s. All derived values are exact. */
#ifndef STREAM_TABLE_H
#define STREAM_TABLE_H

#define STREAM_HEADS_BASE 0x490000
#define STREAM_HEADS 2048
#define STREAM_ENTRIES_BASE 0x492000
#define STREAM_ENTRIES 1024
#define STREAM_ENTRY_BYTES 128
#define STREAM_CHAIN_MAX 8
#define STREAM_GRACE_TICKS 37500 /* 1 ms at 600 MHz */

/* ---- Written by the control core. */
#define STREAM_NEXT 0 /* the next entry of the chain: its number + 1; 0: the end */
/* The key. IPv4 only. */
#define STREAM_SOURCE 4
#define STREAM_DESTINATION 8
#define STREAM_PORTS 12 /* [31:16] source port, 0: any; [15:0] destination port */
/* [31:24] protocol (17 UDP, 6 TCP); [23:12] number of packets that may wait, 1 to 4095; [10:0]
   number + 1 of the entry of the layer that this one builds on, 0: none; its own: its packets are
   of several layers, the low two bits of their RTP payload type, 0 the base. Layers of a picture
   have the same RTP timestamp. */
#define STREAM_ATTRIBUTES 16
#define STREAM_TICKS_A_BYTE 20 /* in 1/65536; not 0 */
#define STREAM_DEPTH 24    /* of the bucket, bytes, up to 2^24 - 1; larger frames never conform */
#define STREAM_DEADLINE 28 /* ticks from arrival until a packet is useless; 0: it never is */

/* ---- Written by the shaper. Counters go from 2^32 - 1 to 0. Bytes are those of frames, from the
   destination MAC on, without FCS. */
#define STREAM_FULL_HIGH 32  /* when the bucket is full: ticks in 1/65536, high longword */
#define STREAM_FULL_LOW 36   /* and low; 0 of both: it is full */
#define STREAM_HEAD 40       /* handle of the first packet that waits (rings/packet.h) */
#define STREAM_TAIL 44       /* and of the last */
#define STREAM_ARRIVED 48    /* packets */
#define STREAM_SENT 52       /* packets */
#define STREAM_SENT_BYTES 56 /* bytes */
#define STREAM_DROPPED 60    /* packets; rings/shaper.h counts the reasons over all streams */
#define STREAM_LOSSES 64     /* RTP timestamps recorded as lost, so far */
#define STREAM_LOST 68       /* the latest STREAM_LOST_KEPT of them, by number modulo that */
#define STREAM_LOST_KEPT 4
#define STREAM_LOST_LAYER 84 /* and the lowest layer that each has lost */

#define STREAM_PROTOCOL_OF(attributes) ((attributes) >> 24)
#define STREAM_LIMIT_OF(attributes) ((attributes) >> 12 & 0xfff)
#define STREAM_BASE_OF(attributes) ((attributes) & 0x7ff)
#define STREAM_ATTRIBUTES_OF(protocol, limit, base)                                                \
  ((unsigned)(protocol) << 24 | (unsigned)(limit) << 12 | (unsigned)(base))

/* Number of the chain. All unsigned; destination_port is 16 bits. The source port is omitted, so
   that an entry may leave it open. */
#define STREAM_CHAIN(protocol, source, destination, destination_port)                              \
  ((((unsigned)(source) * 0x9e3779b1u + (unsigned)(destination)) * 0x85ebca6bu +                   \
    ((unsigned)(destination_port) << 8 | (unsigned)(protocol))) *                                  \
       0xc2b2ae35u >>                                                                              \
   21)

/* STREAM_TICKS_A_BYTE of a rate in bytes a second, 573 and more, with microengines at `me_hz`.
   Needs 64 bits: for the control core. */
#define STREAM_TICKS_A_BYTE_OF(bytes_a_second, me_hz)                                              \
  ((unsigned)((((unsigned long long)(me_hz) << 12) + (bytes_a_second) - 1) / (bytes_a_second)))

#endif
