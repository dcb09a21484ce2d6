/* Streams of the table in SRAM (stream_table.h): finding a packet's, and the one that is being
 * worked on, which is in local memory meanwhile. */
#ifndef STREAMS_H
#define STREAMS_H

#include "bucket.h"
#include "stream_table.h"

#define NO_STREAM STREAM_ENTRIES

/* Fields of a frame that identify its stream. */
typedef struct {
  unsigned protocol, source, destination, ports;
  unsigned is_rtp, rtp_time, layer;
} identity_t;

/* Longwords of a frame, and the number needed for each purpose. */
#define FRAME_LONGWORDS 14
#define BYTES_OF_PORTS 38
#define BYTES_OF_RTP 54
#define RTP_VERSION_2 0x8000

/* Reads it from the frame; 0: no IPv4 packet with ports where they are without options, or no first
   fragment. */
__intrinsic int identify(unsigned handle, unsigned bytes, identity_t* id) {
  __declspec(dram_read_reg) unsigned frame[FRAME_LONGWORDS];
  SIGNAL sig_frame;
  dram_read(frame, frame_address(handle), FRAME_LONGWORDS / 2, sig_done, &sig_frame);
  wait_for_all(&sig_frame);
  id->protocol = frame[5] & 0xff;
  id->source = frame[6] << 16 | frame[7] >> 16;
  id->destination = frame[7] << 16 | frame[8] >> 16;
  id->ports = frame[8] << 16 | frame[9] >> 16;
  id->is_rtp = id->protocol == 17 && bytes >= BYTES_OF_RTP && (frame[10] & 0xc000) == RTP_VERSION_2;
  id->layer = frame[10] & 3; /* of the payload type */
  id->rtp_time = frame[11] << 16 | frame[12] >> 16;
  return frame[3] >> 16 == 0x0800 && (frame[3] >> 8 & 0xff) == 0x45 && bytes >= BYTES_OF_PORTS &&
         (frame[5] >> 16 & 0x1fff) == 0 && (id->protocol == 17 || id->protocol == 6);
}

/* The number of a packet's entry, or NO_STREAM. */
__intrinsic unsigned find(identity_t* id) {
  __declspec(sram_read_reg) unsigned link, entry[5];
  SIGNAL sig_link, sig_entry;
  unsigned left = STREAM_CHAIN_MAX, next;
  unsigned chain = STREAM_CHAIN(id->protocol, id->source, id->destination, id->ports & 0xffff);
  sram_read(&link, (volatile void __sram*)(STREAM_HEADS_BASE + chain * 4), 1, ctx_swap, &sig_link);
  next = link;
  while (next - 1 < STREAM_ENTRIES && left-- != 0) { /* also ends at an invalid entry */
    unsigned ports;
    sram_read(entry, (volatile void __sram*)(STREAM_ENTRIES_BASE + (next - 1) * STREAM_ENTRY_BYTES),
              5, ctx_swap, &sig_entry);
    ports = entry[STREAM_PORTS / 4];
    if (ports >> 16 == 0) ports |= id->ports & 0xffff0000;
    if (entry[STREAM_SOURCE / 4] == id->source && ports == id->ports &&
        entry[STREAM_DESTINATION / 4] == id->destination &&
        STREAM_PROTOCOL_OF(entry[STREAM_ATTRIBUTES / 4]) == id->protocol)
      return next - 1;
    next = entry[STREAM_NEXT / 4];
  }
  return NO_STREAM;
}

/* ------------------------------------------------------------------ the stream worked on */

typedef struct {
  unsigned number;
  unsigned attributes, ticks_a_byte, depth, deadline; /* from STREAM_ATTRIBUTES on */
  moment_t full;                                      /* from STREAM_FULL_HIGH on */
  unsigned head, tail, arrived, sent, sent_bytes, dropped;
} stream_t;
static __declspec(shared local_mem) stream_t stream;

__intrinsic volatile void __sram* of_entry(unsigned number, unsigned at) {
  return (volatile void __sram*)(STREAM_ENTRIES_BASE + number * STREAM_ENTRY_BYTES + at);
}

static __noinline void open_stream(unsigned number) {
  __declspec(sram_read_reg) unsigned it[12];
  SIGNAL sig_it;
  sram_read(it, of_entry(number, STREAM_ATTRIBUTES), 12, ctx_swap, &sig_it);
  stream.number = number;
  stream.attributes = it[0];
  stream.ticks_a_byte = it[1];
  stream.depth = it[2];
  stream.deadline = it[3];
  stream.full = (moment_t)it[4] << 32 | it[5];
  stream.head = it[6];
  stream.tail = it[7];
  stream.arrived = it[8];
  stream.sent = it[9];
  stream.sent_bytes = it[10];
  stream.dropped = it[11];
}

static __noinline void close_stream(void) {
  __declspec(sram_write_reg) unsigned it[8];
  SIGNAL sig_it;
  it[0] = (unsigned)(stream.full >> 32);
  it[1] = (unsigned)stream.full;
  it[2] = stream.head;
  it[3] = stream.tail;
  it[4] = stream.arrived;
  it[5] = stream.sent;
  it[6] = stream.sent_bytes;
  it[7] = stream.dropped;
  sram_write(it, of_entry(stream.number, STREAM_FULL_HIGH), 8, ctx_swap, &sig_it);
}

__intrinsic unsigned waiting(void) {
  return stream.arrived - stream.sent - stream.dropped;
}

#endif
