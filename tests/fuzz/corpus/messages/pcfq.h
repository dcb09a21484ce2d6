#ifndef RINGS_FIELD_H
#define RINGS_FIELD_H
#define FIELD_LOW(field) FIELD_LOW_OF(field) /* its low bit */
#define FIELD_MAX(field) FIELD_MAX_OF(field) /* its largest value */
#define FIELD_GET(field, word) FIELD_GET_OF(field, word)
#define FIELD_PUT(field, value) FIELD_PUT_OF(field, value) /* value: at most FIELD_MAX */
#define FIELD_LOW_OF(longword, high, low, unit) (low)
#define FIELD_MAX_OF(longword, high, low, unit) (0xffffffff >> (31 - (high) + (low)))
#define FIELD_GET_OF(longword, high, low, unit, word)                                              \
  ((word) >> (low) & FIELD_MAX_OF(longword, high, low, unit))
#define FIELD_PUT_OF(longword, high, low, unit, value) ((value) << (low))
#endif
#ifndef RINGS_PACKET_H
#define RINGS_PACKET_H
#define PACKET_HANDLE 0, 31, 0, hex
#define PACKET_PORT 1, 20, 16, number
#define PACKET_BYTES 1, 15, 0, bytes
#define FREELIST_ENTRY 0
#define DESCRIPTOR_BASE 0x10000
#define DATA_BASE 0x100000
#define BUFFER_BYTES 2048
#define FRAME_BYTES_MAX (BUFFER_BYTES - (3 * 128))
#define DATA_OFFSET (DATA_BASE - (DESCRIPTOR_BASE * 64))
#define FIB_BASE 0x400000
#define COUNT_NO_BUFFER 0x3f00
#define COUNT_RX_ERROR 0x3f04
#define COUNT_OVERSIZE 0x3f08
#define COUNT_RX_RING_FULL 0x3f0c
#define COUNT_NOT_IPV4 0x3f10
#define COUNT_BAD_HEADER 0x3f14
#define COUNT_BAD_CHECKSUM 0x3f18
#define COUNT_TTL_EXPIRED 0x3f1c
#define COUNT_NO_ROUTE 0x3f20
#define COUNT_TX_RING_FULL 0x3f24
#endif
#ifndef RINGS_PCFQ_H
#define RINGS_PCFQ_H
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
#define PACKET_FLOW 1, 31, 21, number
#define REPORT_VALID 0, 31, 31, number
#define REPORT_FLOW 0, 30, 0, number
#define REPORT_CYCLES 1, 31, 0, cycles
#define METADATA_AT 20 /* byte of longword 5 in the descriptor */
#define METADATA_LONGWORDS 3
#ifndef FLOWS
#define FLOWS 16
#endif
#define FLOW_FIRST 1
#define WEIGHTS_BASE 0x9000
#define WEIGHT_ONE 65536
#define QUEUE_ARRAY_ENTRIES 64
#if FLOWS <= 16
#define QUEUE_ENTRY 16
#define LINK_QUEUE_ENTRY 32
#else
#define QUEUE_ENTRY 1
#define LINK_QUEUE_ENTRY 33
#endif
#define QUEUE_BASE 0x8000
#define LINK_QUEUE_BASE (QUEUE_BASE + FLOWS * 16)
#define VIRTUAL_SHIFT 4
#define CYCLES_PER_TICK_SHIFT 4 /* TIMESTAMP counts every 16 cycles */
#define TRACE_BASE 0x500000
#define TRACE_LINK_BASE 0x600000
#define TRACE_RECORDS 16384
#define TRACE_KIND_SHIFT 28
#define TRACE_FLOW_MAX 0xfff
#define TRACE_ARRIVED 1
#define TRACE_SENT 2
#define TRACE_MEASURED 3
#define COUNT_UNKNOWN_FLOW 0x3f28
#define COUNT_NO_WEIGHT 0x3f2c
#endif
