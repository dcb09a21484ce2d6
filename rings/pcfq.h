/* Messages between the blocks of the packet-scheduling systems (pcfq.toml, wfq.toml). Buffers,
 * forwarding table and counters of rx, processing and tx are those of rings/packet.h, definitions
 * have the format of rings/field.h.
 * Read by microcode (.uc, .c) and by tools alike, so only #defines.
 *
 *   pcfq:  rx -SR-1-> pcfq    -SR-2-> process (4 MEs) -SR-4-> tx
 *                       ^-----SR-3-------'
 *   wfq:   rx -SR-1-> wfq_cpu -SR-2-> process (4 MEs) -SR-4-> wfq_bw -SR-5-> tx
 *                       ^-----SR-3-------'
 *
 * Packet metadata, the eight longwords of the buffer's descriptor in SRAM:
 *   0     link to the next buffer of its queue (hardware)
 *   5     longword 1 of the packet's ring message
 *   6, 7  virtual finish time, high and low */
#ifndef RINGS_PCFQ_H
#define RINGS_PCFQ_H

#include "packet.h"

#define SR_1 0 /* rx to scheduler */
#define SR_2 1 /* scheduler to processing */
#define SR_3 2 /* processing to scheduler: cycles used */
#define SR_4 3 /* processing to tx, or to the link's scheduler */
#define SR_5 4 /* the link's scheduler to tx */

#define SR_1_HOLDS 256, PACKET
#define SR_2_HOLDS 128, PACKET
#define SR_3_HOLDS 128, REPORT
#define SR_4_HOLDS 128, PACKET
#define SR_5_HOLDS 128, PACKET

#define RING_RX SR_1 /* ring on which rx puts packets of all ports (CLASSIFY) */

/* The packet of rings/packet.h with its flow, 0 to FLOWS - 1; larger: not a known flow. */
#define PACKET_FLOW 1, 31, 21, number

/* A packet that left processing, forwarded or dropped. Valid: 1, so that longword 0 is not 0.
 * Cycles: executed for its processing. */
#define REPORT_VALID 0, 31, 31, number
#define REPORT_FLOW 0, 30, 0, number
#define REPORT_CYCLES 1, 31, 0, cycles

#define METADATA_AT 20 /* byte offset of longword 5 in the descriptor */
#define METADATA_LONGWORDS 3

/* Number of flows, and the number in the frame (rings/flow.h) of flow 0. A system file may define
 * another FLOWS, up to 1024, the same for all of its schedulers. */
#ifndef FLOWS
#define FLOWS 16
#endif
#define FLOW_FIRST 1

/* A weight is 1/65536 of a resource. Boot software writes a longword per flow here, channel 0:
 * [31:16] weight of the processors, [15:0] weight of the link. A scheduler rejects (and counts)
 * packets of flows without a weight for a resource that it charges. */
#define WEIGHTS_BASE 0x9000
#define WEIGHT_ONE 65536

/* Queue array of channel 0: an entry per flow, and its descriptor of 16 bytes. The link's scheduler
 * has its own. The freelist uses the first of the 64 entries, so with more than 16 flows the
 * processors' scheduler has 32 and the link's 31. With more than 32 flows each scheduler again has
 * 16 entries, shared by the flows. */
#define QUEUE_ARRAY_ENTRIES 64
#if FLOWS <= 16 || FLOWS > 32
#define QUEUE_ENTRY 16
#define LINK_QUEUE_ENTRY 32
#else
#define QUEUE_ENTRY 1
#define LINK_QUEUE_ENTRY 33
#endif
#define QUEUE_BASE 0x8000
#define LINK_QUEUE_BASE (QUEUE_BASE + FLOWS * 16)

/* Virtual time: unsigned, 64 bits, in 1/16 cycle of a microengine. */
#define VIRTUAL_SHIFT 4
#define CYCLES_PER_TICK_SHIFT 4 /* TIMESTAMP counts every 16 cycles */

/* With TRACE, schedulers record their decisions in SRAM channel 0: a longword with the number of
 * records, then after 32 bytes records of eight longwords:
 *   0  [31:28] kind of event, [27:16] flow, [15:0] frame bytes
 *   1  TIMESTAMP, low      2  predicted cycles     3  cycles measured, or the queue (SP-PIFO)
 *   4, 5  V, high and low; 6, 7  the packet's tag, high and low: virtual finish or start time
 * For a round robin, longwords 4 and 5 are 0, and 6 and 7 are the flow's remaining quantum. */
#define TRACE_BASE 0x500000
#define TRACE_LINK_BASE 0x600000
#define TRACE_RECORDS 16384
#define TRACE_KIND_SHIFT 28
#define TRACE_FLOW_MAX 0xfff
#define TRACE_ARRIVED 1
#define TRACE_SENT 2
#define TRACE_MEASURED 3
#define TRACE_PASSED 4 /* the turn of a flow ends while it still has packets */
#define TRACE_CHOSEN 5 /* the next packet comes from this queue, whose number replaces the flow */
#define TRACE_BEGUN 6 /* a packet of the flow begins on the link, or was dropped */

/* More counters in scratchpad. */
#define COUNT_UNKNOWN_FLOW 0x3f28
#define COUNT_NO_WEIGHT 0x3f2c

#endif
