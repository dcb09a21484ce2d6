/* Frames made by ixpgen contain their flow, their number in the flow and the processing work that
 * they request. The smallest frames, 42 bytes, consist of headers only, so all of this is in header
 * fields. Read by microcode (.uc, .c) and by the tools alike, so only #defines: offsets are bytes
 * from the start of the frame, fields are big-endian.
 *
 *    0  destination MAC 02:00:00:00:P:01, P the receive port
 *    6  source MAC      02:00:00:00:P:02
 *   12  EtherType 0x0800
 *   14  IPv4 header of 20 bytes: don't fragment, TTL 64, UDP, valid checksum
 *   15    type of service: per cent of the payload that processing keeps, 0: all of it
 *   18    identification: bits 15:0 of the sequence number
 *   26    source address      10.P.n.n, n.n the flow number
 *   30    destination address 10.O.s.s, O the output port, s.s bits 31:16 of the sequence number
 *   34  UDP source port FLOW_MARK
 *   36  UDP destination port: work, in cycles of a microengine
 *   38  UDP length, and a checksum of 0: none
 *   42  payload, if any: byte i is (sequence number + i) mod 256
 *
 * Sequence numbers of a flow count from 0. No field of two bytes crosses a longword of the frame.
 * Fields that forwarding rewrites (MAC addresses, TTL, IP checksum) are not used for
 * identification. */
#ifndef RINGS_FLOW_H
#define RINGS_FLOW_H

#define FLOW_FRAME_BYTES_MIN 42
#define FLOW_MARK 0x4958 /* "IX" */
#define FLOW_IP_AT 14
#define FLOW_UDP_AT 34
#define FLOW_ADDRESS_NET 10

#define FLOW_RESIZE_AT 15 /* one byte */
#define FLOW_SEQUENCE_LOW_AT 18
#define FLOW_IN_PORT_AT 27 /* one byte */
#define FLOW_NUMBER_AT 28
#define FLOW_OUT_PORT_AT 31 /* one byte */
#define FLOW_SEQUENCE_HIGH_AT 32
#define FLOW_MARK_AT 34
#define FLOW_WORK_AT 36

#define FLOW_NUMBER_MAX 65535
#define FLOW_WORK_MAX 65535

#endif
