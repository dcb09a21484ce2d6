/* Definitions common to all systems of microblocks: packets in buffers, their messages on rings,
 * and drop counters. Read by microcode (.uc, .c) and by tools alike, so only #defines. */
#ifndef RINGS_PACKET_H
#define RINGS_PACKET_H

#include "field.h"

/* A packet on a ring. Handle: [31] EOP, [30] SOP, [29:24] segments - 1, [23:0] longword address of
 * the buffer's descriptor in SRAM channel 0; never 0. Port: before processing the receive port,
 * afterwards the transmit port. Bytes: of the frame. */
#define PACKET_HANDLE 0, 31, 0, hex
#define PACKET_PORT 1, 20, 16, number
#define PACKET_BYTES 1, 15, 0, bytes

/* Buffers: descriptor d (32 bytes in SRAM) has 2048 bytes of DRAM, so that
 * buffer address = DATA_BASE + (descriptor byte address - DESCRIPTOR_BASE) * 64.
 * The frame starts (d mod 4) * 128 bytes into its buffer: DRAM banks change every 128 bytes, and
 * frames that all start in the same bank would be limited to one activate per 40 cycles. */
#define FREELIST_ENTRY 0
#define DESCRIPTOR_BASE 0x10000
#define DATA_BASE 0x100000
#define BUFFER_BYTES 2048
#define FRAME_BYTES_MAX (BUFFER_BYTES - (3 * 128))
#define DATA_OFFSET (DATA_BASE - (DESCRIPTOR_BASE * 64))

/* Forwarding table (tools/make-fib) in SRAM channel 0. */
#define FIB_BASE 0x400000

/* Drop counters: longwords of scratchpad. */
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
