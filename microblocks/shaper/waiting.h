/* Packets that wait, in the order in which they came: a list of buffers for each stream, linked in
 * their metadata (rings/shaper.h).
 *
 * Not queues of the SRAM controller's queue array: they have no peek, and what happens to the first
 * packet depends on its size, its age and what it builds on; of 1,024 streams the array holds 64.
 * One context does all that is done to the lists, so they need no atomic operations. */
#ifndef WAITING_H
#define WAITING_H

/* A packet: one that has just come, or the first of a stream's queue. */
typedef struct {
  unsigned handle;
  unsigned next; /* handle behind it, of the first of a queue */
  unsigned is_rtp, rtp_time, info;
  unsigned long long came; /* ticks */
} packet_t;
static __declspec(shared local_mem) packet_t packet;

__intrinsic volatile void __sram* metadata(unsigned handle) {
  return (volatile void __sram*)(handle << 8 >> 6);
}

/* `packet` is the last of the stream that is open from now on. */
static __noinline void append(void) {
  __declspec(sram_write_reg) unsigned it[8], link;
  SIGNAL sig_it, sig_link;
  it[0] = 0;
  it[1] = packet.is_rtp;
  it[2] = packet.rtp_time;
  it[3] = 0;
  it[4] = 0;
  it[5] = packet.info;
  it[6] = (unsigned)(packet.came >> 32);
  it[7] = (unsigned)packet.came;
  sram_write(it, metadata(packet.handle), 8, ctx_swap, &sig_it);
  if (waiting() == 1) { /* it is counted as arrived already */
    stream.head = packet.handle;
  } else {
    link = packet.handle;
    sram_write(&link, metadata(stream.tail), 1, ctx_swap, &sig_link);
  }
  stream.tail = packet.handle;
}

/* Makes the first that waits `packet`. */
static __noinline void look_at_first(void) {
  __declspec(sram_read_reg) unsigned it[8];
  SIGNAL sig_it;
  packet.handle = stream.head;
  sram_read(it, metadata(stream.head), 8, ctx_swap, &sig_it);
  packet.next = it[0];
  packet.is_rtp = it[1];
  packet.rtp_time = it[2];
  packet.info = it[5];
  packet.came = (unsigned long long)it[6] << 32 | it[7];
}

/* `packet`, the first, leaves the queue. */
__intrinsic void unlink_first(void) {
  stream.head = packet.next;
}

#endif
