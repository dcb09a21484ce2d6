/* tdp_output: queues by time frame (TF) for each output, and their transmission.
 *
 * An output has N_BUF = DELAY_MAX + 1 queues for TFs, of FRAME_BYTES on the wire each, and one for
 * best effort. A packet for TF t goes to queue
 *     (((t + FRAMES - frame) mod FRAMES) + current) mod N_BUF
 * where `frame` is the current one and `current` its queue. One queue more than a packet may be
 * ahead: nothing is written to the queue that is being sent. A packet for it is late: dropped and
 * counted, like one that does not fit its queue.
 *
 * When a TF begins its queue is sent. An empty one on a link (LINKS, bit n is port n) is replaced
 * by a packet of padding, so that the neighbour sees each TF. Then best effort is sent for as long
 * as it ends before the next TF begins; with GUARD = 0, for as long as it begins before. With TDP =
 * 0 there is no time: all packets are best effort, one FIFO an output, sent at once.
 *
 *   context 0      sets queues up; advances the TF with the clock's ticks
 *   context 1      enqueues
 *   context 4 + n  sends at port n
 *
 * Contexts do not preempt each other: TF and queue are consistent between two waits. */
#include "../systems/blocks.h"

#include "../common/queues.h"
#include "../common/wake.h"
#include "padding.h"
#include "transmit.h"

#if !defined(RING_OUT) || !defined(RING_TICK_OUTPUT) || !defined(PACKET_FRAME)
#error "the system's `messages` must define RING_OUT, RING_TICK_OUTPUT, PACKET_FRAME (rings/tdp.h)"
#endif
#ifndef TDP
#define TDP 1
#endif
#ifndef GUARD
#define GUARD 1
#endif
#ifndef PORTS
#define PORTS 4
#endif
#ifndef LINKS
#define LINKS 0
#endif
#ifndef DELAY_MAX
#define DELAY_MAX 4
#endif
#ifndef BEST_EFFORT_MAX
#define BEST_EFFORT_MAX 256 /* packets in its queue: timed ones need buffers, too */
#endif
#ifndef FRAME_BYTES
#define FRAME_BYTES 3125 /* 250 us at 100 Mbit/s */
#endif
#ifndef SEND_TICKS
#define SEND_TICKS 300 /* from here to the first bit on the line, at most: 8 us */
#endif
#define TICKS_PER_BYTE 3  /* on the line: 80 ns at 100 Mbit/s */
#define OVERHEAD_BYTES 24 /* preamble, FCS, gap */
#define N_BUF (DELAY_MAX + 1)
#define QUEUES (N_BUF + 1) /* of a port; the last one is best effort */
#define FIRST_SENDER 4
#define DESCRIPTOR_WORD 20 /* byte of the buffer's descriptor: longword 1 of its message */
#if QUEUE_ENTRY + PORTS * QUEUES > 64
#error "the queue array has 64 entries: fewer PORTS or a smaller DELAY_MAX"
#endif

__declspec(visible) SIGNAL output_tick, output_wake;
static SIGNAL begin, go;

typedef struct {
  unsigned packets, bytes; /* bytes on the wire */
} queue_t;
static __declspec(shared local_mem) queue_t queues[PORTS * QUEUES];

static __declspec(shared gp_reg) unsigned frame, cycle, began; /* as the clock says */
static __declspec(shared gp_reg) unsigned current;             /* queue of the frame */

__intrinsic unsigned after(unsigned queue) { return queue + 1 == N_BUF ? 0 : queue + 1; }

__intrinsic void set_up(void) {
  unsigned n;
  set_packet_queues();
  for (n = 0; n < PORTS * QUEUES; ++n) {
    make_queue(QUEUE_ENTRY + n, QUEUE_BASE + 16 * n);
    queues[n].packets = 0;
    queues[n].bytes = 0;
  }
  no_elements();
  frame = FRAMES - 1; /* the first tick begins frame 0 */
  cycle = 0;
  current = 0;
  for (n = 1; n < FIRST_SENDER + PORTS; ++n)
    signal_same_ME(__signal_number(&begin), n);
}

__intrinsic void follow_time(void) {
  for (;;) {
    __declspec(sram_read_reg) unsigned tick[2];
    SIGNAL sig_tick;
    unsigned port;
    scratch_get_ring(tick, scratch_ring(RING_TICK_OUTPUT), 2, sig_done, &sig_tick);
    wait_for_all(&sig_tick);
    if (tick[0] == 0) {
      wait_for_all(&output_tick);
      continue;
    }
    frame = FIELD_GET(TICK_FRAME, tick[0]);
    cycle = FIELD_GET(TICK_CYCLE, tick[0]);
    began = tick[1];
    current = after(current);
    for (port = 0; port < PORTS; ++port)
      signal_same_ME(__signal_number(&go), FIRST_SENDER + port);
  }
}

/* The queue for a packet, or the counter of why there is none. */
__intrinsic unsigned queue_for(unsigned port_bytes, unsigned *counter) {
  unsigned ahead, queue, first = FIELD_GET(PACKET_PORT, port_bytes) * QUEUES;
  *counter = COUNT_NO_ROUTE;
  if (FIELD_GET(PACKET_PORT, port_bytes) >= PORTS) return 0;
  *counter = 0;
  if (!FIELD_GET(PACKET_TIMED, port_bytes)) {
    if (queues[first + N_BUF].packets == BEST_EFFORT_MAX) *counter = COUNT_BEST_EFFORT_FULL;
    return first + N_BUF;
  }
  ahead = FIELD_GET(PACKET_FRAME, port_bytes) + FRAMES - frame;
  if (ahead >= FRAMES) ahead -= FRAMES;
  if (ahead - 1 >= DELAY_MAX) {
    *counter = ahead - 1 < FRAMES / 2 ? COUNT_EARLY : COUNT_LATE;
    return 0;
  }
  queue = ahead + current;
  if (queue >= N_BUF) queue -= N_BUF;
  queue += first;
  if (queues[queue].bytes + FIELD_GET(PACKET_BYTES, port_bytes) + OVERHEAD_BYTES > FRAME_BYTES)
    *counter = COUNT_FRAME_FULL;
  return queue;
}

__intrinsic void enqueue(unsigned handle, unsigned port_bytes) {
  __declspec(sram_write_reg) unsigned word;
  SIGNAL sig_word;
  unsigned counter, queue;
  word = port_bytes;
  sram_write(&word, DESCRIPTOR_AT(handle, DESCRIPTOR_WORD), 1, sig_done,
             &sig_word);
  wait_for_all(&sig_word);
  queue = queue_for(port_bytes, &counter);
  if (counter != 0) {
    count_drop(counter);
    sram_enqueue(free_buffers(handle));
    return;
  }
  sram_enqueue(sram_queue(0, QUEUE_ENTRY + queue, handle & 0xffffff));
  queues[queue].packets += 1;
  queues[queue].bytes += FIELD_GET(PACKET_BYTES, port_bytes) + OVERHEAD_BYTES;
  if (!FIELD_GET(PACKET_TIMED, port_bytes))
    signal_same_ME(__signal_number(&go), FIRST_SENDER + FIELD_GET(PACKET_PORT, port_bytes));
}

__intrinsic void enqueue_all(void) {
  for (;;) {
    __declspec(sram_read_reg) message_t message;
    SIGNAL sig_message;
    scratch_get_ring(&message, scratch_ring(RING_OUT), 2, sig_done, &sig_message);
    wait_for_all(&sig_message);
    if (message.handle != 0)
      enqueue(message.handle, message.port_bytes);
    else
      wait_for_all(&output_wake);
  }
}

/* State of a sender. */
static unsigned link_free;      /* TIMESTAMP when all that was sent has left, at the latest */
static unsigned handle, length; /* the packet taken from a queue; handle 0: none */

__intrinsic void dequeue(unsigned queue) {
  __declspec(sram_read_reg) unsigned buffer, word;
  SIGNAL sig_buffer, sig_word;
  queues[queue].packets -= 1;
  sram_dequeue(&buffer, sram_queue(0, QUEUE_ENTRY + queue, 0), sig_done, &sig_buffer);
  wait_for_all(&sig_buffer);
  handle = buffer;
  sram_read(&word, DESCRIPTOR_AT(handle, DESCRIPTOR_WORD), 1, sig_done,
            &sig_word);
  wait_for_all(&sig_word);
  length = FIELD_GET(PACKET_BYTES, word);
}

/* Time at which a packet sent now begins to leave, at the latest. */
__intrinsic unsigned would_begin(void) {
  unsigned at = local_csr_read(local_csr_timestamp_low) + SEND_TICKS;
  return (int)(at - link_free) > 0 ? at : link_free;
}
__intrinsic void occupy(unsigned bytes) {
  link_free = would_begin() + (bytes + OVERHEAD_BYTES) * TICKS_PER_BYTE;
}

__intrinsic void send(unsigned port) {
  occupy(length);
  transmit(handle, port, length);
  sram_enqueue(free_buffers(handle));
  handle = 0;
}

__intrinsic void send_frame(unsigned port, unsigned queue) {
  queue_t __declspec(local_mem) *q = &queues[port * QUEUES + queue];
  if (q->packets == 0) {
    if (LINKS >> port & 1) {
      unsigned codepoint = DS_TIMED | (frame & 1 ? DS_PARITY : 0) | (cycle & 1 ? DS_CYCLE : 0);
      occupy(PADDING_BYTES);
      send_padding(port, codepoint);
    }
    return;
  }
  while (queues[port * QUEUES + queue].packets != 0) {
    dequeue(port * QUEUES + queue);
    send(port);
  }
  queues[port * QUEUES + queue].bytes = 0;
}

/* Whether the best-effort packet in `handle` may be sent now. */
__intrinsic int may_go(unsigned port) {
  unsigned over;
  if (!TDP || !(LINKS >> port & 1)) return 1;
  over = would_begin();
  if (GUARD) over += (length + OVERHEAD_BYTES) * TICKS_PER_BYTE;
  return (int)(over - (began + FRAME_TICKS)) <= 0;
}

__intrinsic void send_all(unsigned port) {
  unsigned queue = current, best_effort = port * QUEUES + N_BUF;
  link_free = local_csr_read(local_csr_timestamp_low);
  handle = 0;
  for (;;) {
    wait_for_all(&go);
    while (queue != current) {
      queue = after(queue);
      /* a best-effort packet that waits keeps its place while timed ones are sent */
      unsigned kept_handle = handle, kept_length = length;
      send_frame(port, queue);
      handle = kept_handle;
      length = kept_length;
    }
    for (;;) {
      if (handle == 0) {
        if (queues[best_effort].packets == 0) break;
        queues[best_effort].bytes = 0;
        dequeue(best_effort);
      }
      if (!may_go(port)) break;
      send(port);
      if (queue != current) break; /* a frame began: `go` is there */
    }
  }
}

main() {
  unsigned context = __ctx();
  if (context == 0) {
    set_up();
    if (TDP) follow_time();
    return;
  }
  if (context != 1 && context - FIRST_SENDER >= PORTS) return;
  wait_for_all(&begin);
  if (context == 1)
    enqueue_all();
  else
    send_all(context - FIRST_SENDER);
}
