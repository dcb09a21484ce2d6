/* Packets that wait, in the order in which they came: a list of buffers for each stream, linked in
 * their metadata (rings/shaper.h).
 *
 * Not queues of the SRAM controller's queue array: they have no peek, and the handling of the first
 * packet depends on its size, its age and its lower layer; of 1,024 streams the array holds 64. One
 * context does all operations on the lists, so they need no atomic operations. */
#ifndef WAITING_H
#define WAITING_H

/* A packet: one that has just come, or the first of a stream's queue. */
typedef struct {
  unsigned handle;
  unsigned next; /* handle behind it, of the first of a queue */
  unsigned is_rtp, rtp_time, layer, info;
  unsigned long long came; /* ticks */
} packet_t;
static __declspec(shared local_mem) packet_t packet;

__intrinsic volatile void __sram* metadata(unsigned handle) {
  return DESCRIPTOR_AT(handle, 0);
}

/* `packet` is the last of the stream that is open from now on. */
static __noinline void append(void) {
  __declspec(sram_write_reg) unsigned it[8], link;
  SIGNAL sig_it, sig_link;
  it[0] = 0;
  it[1] = packet.is_rtp;
  it[2] = packet.rtp_time;
  it[3] = packet.layer;
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

/* Makes one that waits `packet`. */
static __noinline void look_at(unsigned handle) {
  __declspec(sram_read_reg) unsigned it[8];
  SIGNAL sig_it;
  packet.handle = handle;
  sram_read(it, metadata(handle), 8, ctx_swap, &sig_it);
  packet.next = it[0];
  packet.is_rtp = it[1];
  packet.rtp_time = it[2];
  packet.layer = it[3];
  packet.info = it[5];
  packet.came = (unsigned long long)it[6] << 32 | it[7];
}

/* Makes the first that waits `packet`, and takes it out. */
__intrinsic void take_first(void) {
  look_at(stream.head);
  stream.head = packet.next;
}

/* The same with the first packet of the highest layer. */
__intrinsic void take_highest(void) {
  __declspec(sram_read_reg) unsigned it[4];
  __declspec(sram_write_reg) unsigned link;
  SIGNAL sig_it, sig_link;
  unsigned handle = stream.head, before = 0, left = waiting();
  unsigned highest = handle, before_highest = 0, layer = 0;
  for (; left != 0; --left) {
    sram_read(it, metadata(handle), 4, ctx_swap, &sig_it);
    if (it[3] > layer) {
      layer = it[3];
      highest = handle;
      before_highest = before;
    }
    before = handle;
    handle = it[0];
  }
  if (highest == stream.head) {
    take_first();
    return;
  }
  look_at(highest);
  if (stream.tail == highest) stream.tail = before_highest;
  link = packet.next;
  sram_write(&link, metadata(before_highest), 1, ctx_swap, &sig_link);
}

#endif
