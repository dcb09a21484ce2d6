/* One IPv4 router hop of a frame with its first longwords in `header`: check, lookup, rewrite.
 *
 * Forwarding table (tools/make-fib), eight address bits a step from the top: a node is 256
 * longwords; an entry is 0 (no route), 0x80000000 | byte address of the next node, or the byte
 * address of a next hop. Longer prefixes are pushed down, so the first leaf is the answer.
 *
 * SWAP(command) surrounds each command that swaps out, for blocks that have to know. */
#ifndef IPV4_HOP_H
#define IPV4_HOP_H

#ifndef SWAP
#define SWAP(command) command
#endif

#define ENTRY_IS_NODE 0x80000000

typedef struct {
  unsigned port;
  unsigned ethernet[3]; /* destination and source MAC */
} hop_t;

/* The first forty bytes of a frame (Ethernet 14, IPv4 20), as the longwords they come in:
 *   0..2 MACs   3 type, version/IHL/TOS   4 length, id   5 fragment, TTL, protocol
 *   6 checksum, source high   7 source low, destination high   8 destination low, payload */
#ifndef HEADER_LONGWORDS /* blocks that look farther have more */
#define HEADER_LONGWORDS 10
#endif
static __declspec(dram_read_reg) unsigned header[HEADER_LONGWORDS];

/* 0 for a valid header, else the counter of the error. */
__intrinsic unsigned check(unsigned frame_bytes) {
  unsigned total_length = header[4] >> 16, carry, sum;
  if (header[3] >> 16 != 0x0800) return COUNT_NOT_IPV4;
  if ((header[3] >> 8 & 0xff) != 0x45) return COUNT_BAD_HEADER; /* version 4, five longwords */
  if (total_length + 14 > frame_bytes || total_length < 20) return COUNT_BAD_HEADER;
  /* the one's complement sum of the header must be 0xffff */
  sum = __builtin_addc(header[3] << 16, header[4], 0, &carry);
  sum = __builtin_addc(sum, header[5], carry, &carry);
  sum = __builtin_addc(sum, header[6], carry, &carry);
  sum = __builtin_addc(sum, header[7], carry, &carry);
  sum = __builtin_addc(sum, header[8] >> 16, carry, &carry);
  sum += carry;
  sum = (sum >> 16) + (sum & 0xffff);
  sum = (sum >> 16) + (sum & 0xffff);
  if (sum != 0xffff) return COUNT_BAD_CHECKSUM;
  if ((header[5] >> 8 & 0xff) < 2) return COUNT_TTL_EXPIRED;
  return 0;
}

/* Lookup key for a destination. With EXIT_TTL frames go round in loops before they leave: as long
   as the TTL is above it, a frame for 10.x.y.z takes the route of 11.x.y.z (bit 24 is set). */
__intrinsic unsigned looked_up(unsigned destination) {
#ifdef EXIT_TTL
  if ((header[5] >> 8 & 0xff) > EXIT_TTL) destination |= 0x01000000;
#endif
  return destination;
}

/* The address of the next hop, 0 when there is none. */
__intrinsic unsigned lookup(unsigned destination) {
  unsigned node = FIB_BASE;
  for (;;) {
    __declspec(sram_read_reg) unsigned entry;
    SIGNAL sig_entry;
    unsigned index = destination >> 24;
    SWAP(sram_read(&entry, (volatile unsigned __sram *)node + index, 1, ctx_swap, &sig_entry));
    if (!(entry & ENTRY_IS_NODE)) return entry;
    node = entry & ~ENTRY_IS_NODE;
    destination <<= 8;
  }
}

/* Writes the header of the frame as it leaves: MACs of the hop, `word3` (type of service), TTL less
   one, and the checksum. */
__intrinsic void write_header(volatile void __dram *frame, const hop_t *hop, unsigned word3,
                              unsigned checksum, SIGNAL *sig_written) {
  __declspec(dram_write_reg) unsigned out[HEADER_LONGWORDS];
  out[0] = hop->ethernet[0];
  out[1] = hop->ethernet[1];
  out[2] = hop->ethernet[2];
  out[3] = word3;
  out[4] = header[4];
  out[5] = header[5] - 0x0100;
  out[6] = checksum << 16 | (header[6] & 0xffff);
  out[7] = header[7];
  out[8] = header[8];
  out[9] = header[9];
  dram_write(out, frame, HEADER_LONGWORDS / 2, sig_done, sig_written);
}

__intrinsic void rewrite(volatile void __dram *frame, const hop_t *hop, SIGNAL *sig_written) {
  /* TTL - 1 takes 0x0100 off longword 5, so adds 0x0100 to the checksum, end-around; 0xffff
     becomes 0 */
  unsigned sum = (header[6] >> 16) + 0x0100;
  sum += (sum + 1) >> 16;
  write_header(frame, hop, header[3], sum, sig_written);
}

/* The same with another type of service: RFC 1624, HC' = ~(~HC + ~m + m'). */
__intrinsic void rewrite_as(volatile void __dram *frame, const hop_t *hop, unsigned word3,
                            SIGNAL *sig_written) {
  unsigned sum = (header[6] >> 16) + 0x0100 + (header[3] & 0xffff) + (~word3 & 0xffff);
  sum = (sum >> 16) + (sum & 0xffff);
  sum += (sum + 1) >> 16;
  write_header(frame, hop, word3, sum, sig_written);
}

#endif
