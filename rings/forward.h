/* What the blocks of the forwarding systems say to each other: ring numbers, message layout,
 * buffers, drop counters. Read by microcode (.uc) and by C alike, so only #defines.
 *
 * Ring message, two longwords:
 *   0  buffer handle: [31] EOP, [30] SOP, [29:24] segments - 1, [23:0] longword address of the
 *      buffer's descriptor in SRAM channel 0. Never 0.
 *   1  [23:16] port (input port towards ipv4_forward, output port towards tx), [15:0] frame bytes
 */
#ifndef RINGS_FORWARD_H
#define RINGS_FORWARD_H

/* One ring for each input port: frames of a port stay in order. Then one ring to tx. */
#define RING_RX_PORT0 0
#define RING_RX_PORT1 1
#define RING_RX_PORT2 2
#define RING_RX_PORT3 3
#define RING_TX 4

/* Buffers: descriptor d (32 bytes in SRAM) owns 2048 bytes of DRAM, so that
 * buffer address = DATA_BASE + (descriptor byte address - DESCRIPTOR_BASE) * 64.
 * The frame starts (d mod 4) * 128 bytes into its buffer: DRAM banks change every 128 bytes, and
 * frames that all began in the same bank would share one activate every 40 cycles. */
#define FREELIST_ENTRY 0
#define DESCRIPTOR_BASE 0x10000
#define DATA_BASE 0x100000
#define BUFFER_BYTES 2048
#define FRAME_BYTES_MAX (BUFFER_BYTES - (3 * 128))
#define DATA_OFFSET (DATA_BASE - (DESCRIPTOR_BASE * 64))

/* Forwarding table (tools/make-fib) in SRAM channel 0. */
#define FIB_BASE 0x400000

/* Drop counters: longwords of scratchpad, named again in the system file's [counters]. */
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
