/* The header switch's rewriting of a frame, for microengines and for the control core.
 *
 * Longwords of a frame: 0..2 MACs, 3 type and version, 4 length, 5 TTL and protocol, 6 checksum and
 * source, 7 source and destination, 8 destination and source port, 9 destination port and UDP
 * length, 10 UDP checksum, 12 (low half) TCP checksum. */
#ifndef HEADER_SWITCH_H
#define HEADER_SWITCH_H

#define SWITCH_LONGWORDS 14 /* read of a frame: up to the TCP checksum */
#define SWITCH_WRITTEN 14   /* written to a frame */
#define PROTOCOL_TCP 6
#define PROTOCOL_UDP 17

#define HIGH(word) ((word) >> 16)
#define LOW(word) ((word) & 0xffff)
/* The sum of the halves of the new value and of the complements of the old one, RFC 1624; at most
   eight halves. */
#define CHANGE(was, is) (LOW(~HIGH(was)) + LOW(~(was)) + HIGH(is) + LOW(is))
/* A checksum after such a change. */
#define CARRIED(sum) (((sum) >> 16) + LOW(sum))
#define CHANGED(checksum, change) LOW(~CARRIED(CARRIED(LOW(~(checksum)) + (change))))
/* UDP's, where 0 means that there is none (RFC 768). */
#define CHANGED_UDP(checksum, change)                                                              \
  (CHANGED(checksum, change) ? CHANGED(checksum, change) : 0xffff)

#endif
