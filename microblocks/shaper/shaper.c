/* shaper: lets each stream send at its rate and no more; the token bucket is bucket.h.
 *
 * A packet of a stream in the table (stream_table.h) that conforms is forwarded at once. Others
 * wait in a queue of their stream until they conform. Packets of no stream pass unshaped.
 *
 * Packets are dropped at the head of a queue, where the deadline is nearest:
 *   - when another packet comes and the queue is full; with LAYERS, a stream with several layers
 *     loses its first packet of the highest layer in the queue;
 *   - when the first packet cannot conform before its deadline; checked once it is the first.
 * A packet larger than its bucket never conforms and is dropped at once; with LAYERS also a packet
 * whose base layer is lost (losses.h).
 *
 * Invariant: of a stream with packets that wait, the first one conforms at the moment that is its
 * leaf in the tournament, and not before; of others the leaf is NO_HEAD. Before a packet that came
 * at time t is looked at, everything that conformed up to t has gone, in the order in which it did.
 * So order and drops depend on times of arrival, not on how fast this code is:
 * experiments/shaper_model.py knows the same rule.
 *
 * Context 0 does everything. It sleeps until something comes (BELL) or conforms. */
#include "../systems/blocks.h"

#ifndef RING_IN
#define RING_IN RING_RX_PORT0
#endif
#ifndef RING_OUT
#define RING_OUT RING_TX
#endif
#if !defined(COUNT_LATE) || !defined(PACKET_PORT)
#error "the system's `messages` must be rings/shaper.h or include it"
#endif
#ifndef BRIDGE
#define BRIDGE 0 /* a packet leaves by the port it came from, exclusive or BRIDGE */
#endif

#include "stream_table.h"
#include "streams.h"

typedef moment_t virtual_t;
#define FLOWS STREAM_ENTRIES
#define TAGS_MAY_FALL 1 /* the first packet may be dropped and the next one be smaller */
#include "../common/tournament.h"

#define TRACE_AT SHAPER_TRACE_BASE
#define TRACE_RECORDS SHAPER_TRACE_RECORDS
#define TRACE_KIND_SHIFT 28
#include "../common/trace.h"

#include "losses.h"
#include "waiting.h"

#define WAIT_CYCLES 64    /* between polls of a full ring */
#define SLEEP_TICKS 60000 /* at most: the timer compares 16 bits */

static __declspec(shared gp_reg) unsigned time_high, time_low;
/* Time of the current work: a packet's arrival, or when one conforms. */
__intrinsic moment_t this_moment(void) {
  return (moment_t)time_high << 32 | time_low;
}
__intrinsic void set_moment(moment_t moment) {
  time_high = (unsigned)(moment >> 32);
  time_low = (unsigned)moment;
}

/* ------------------------------------------------------------------ packets out */

__intrinsic void hand_on(unsigned handle, unsigned info) {
  __declspec(sram_write_reg) message_t message;
  SIGNAL sig_put;
  while (RING_FULL(RING_OUT))
    sleep(WAIT_CYCLES);
  message.handle = handle;
  message.port_bytes = info ^ FIELD_PUT(PACKET_PORT, BRIDGE);
  scratch_put_ring(&message, scratch_ring(RING_OUT), 2, ctx_swap, &sig_put);
  ring_bell();
}

__intrinsic unsigned bytes_of(unsigned info) {
  return FIELD_GET(PACKET_BYTES, info);
}

__intrinsic void record(unsigned kind, unsigned why, unsigned what, moment_t when) {
  trace(kind, packet.handle, stream.number, why, bytes_of(packet.info), what, when >> MOMENT_SHIFT,
        stream.full);
}

/* `packet` goes, or is dropped; it is in no queue any more. */
static __noinline void send(void) {
  unsigned bytes = bytes_of(packet.info);
  moment_t when = now();
  stream.full = full_after(stream.full, when, bytes, stream.ticks_a_byte);
  stream.sent += 1;
  stream.sent_bytes += bytes;
  record(SHAPER_SENT, 0, 0, when);
  hand_on(packet.handle, packet.info);
}

static __noinline void drop(unsigned counter) {
  stream.dropped += 1;
  record(SHAPER_DROPPED, counter, 0, this_moment());
  count_drop(counter);
  sram_enqueue(free_buffers(packet.handle));
  note_loss();
}

/* ------------------------------------------------------------------ the rule */

/* Why `packet`, the first of its stream, is to be dropped now: a counter, or 0. `when` it conforms.
 */
__intrinsic unsigned useless(moment_t when) {
  if (stream.deadline != 0 && when > (packet.came + stream.deadline) << MOMENT_SHIFT)
    return COUNT_LATE;
  if (base_lost()) return COUNT_NO_BASE;
  return 0;
}

__intrinsic moment_t release_of_packet(void) {
  return release(stream.full, stream.depth, bytes_of(packet.info), stream.ticks_a_byte);
}

/* Drops and sends from the head of the open stream until its first packet has to wait, or none is
   there, then sets its leaf. */
static __noinline void settle(void) {
  moment_t when = NO_HEAD;
  while (waiting() != 0) {
    unsigned why;
    look_at(stream.head);
    when = release_of_packet();
    why = useless(when);
    if (why == 0 && when > this_moment()) break;
    stream.head = packet.next;
    if (why != 0)
      drop(why);
    else
      send();
    when = NO_HEAD;
  }
  put_head(stream.number, when);
}

/* `packet` has come for the stream that is open. */
__intrinsic void arrive(void) {
  moment_t when;
  unsigned why, head, were_waiting = waiting();
  stream.arrived += 1;
  record(SHAPER_ARRIVED, packet.is_rtp | packet.layer << 1, packet.rtp_time, this_moment());
  if (bytes_of(packet.info) > stream.depth) {
    drop(COUNT_TOO_LARGE);
    return;
  }
  if (were_waiting == 0) {
    when = release_of_packet();
    why = useless(when);
    if (why != 0) {
      drop(why);
    } else if (when <= this_moment()) {
      send();
    } else {
      append();
      put_head(stream.number, when);
    }
    return;
  }
  append();
  if (were_waiting < STREAM_LIMIT_OF(stream.attributes)) return;
  head = stream.head;
  if (layered())
    take_highest();
  else
    take_first();
  drop(COUNT_QUEUE_FULL);
  if (stream.head != head) settle();
}

/* ------------------------------------------------------------------ events */

/* Everything that conforms up to a moment goes, in the order in which it does. */
__intrinsic void serve_due(moment_t until) {
  while (nodes[ROOT].tag <= until) {
    set_moment(nodes[ROOT].tag);
    open_stream(nodes[ROOT].flow);
    settle();
    close_stream();
  }
}

__intrinsic void take(unsigned handle, unsigned info) {
  identity_t id;
  moment_t came = 0;
  unsigned number = NO_STREAM;
  if (identify(handle, bytes_of(info), &id)) {
    came = now();
    serve_due(came); /* may wait long, so only then: a result of find() holds for a millisecond */
    number = find(&id);
  }
  if (number == NO_STREAM) {
    scratch_incr((volatile void __scratch*)UNSHAPED);
    hand_on(handle, info);
    return;
  }
  set_moment(came);
  packet.handle = handle;
  packet.info = info;
  packet.is_rtp = id.is_rtp;
  packet.rtp_time = id.rtp_time;
  packet.layer = id.is_rtp ? id.layer : 0;
  packet.came = came >> MOMENT_SHIFT;
  open_stream(number);
  arrive();
  close_stream();
}

/* Sleeps until the bell, or until the first of the tournament conforms. Without a bell at most
   POLL_CYCLES. */
__intrinsic void wait_for_something(void) {
  SIGNAL timer;
  moment_t left = nodes[ROOT].tag - now();
  unsigned ticks = SLEEP_TICKS;
  if (nodes[ROOT].tag <= now()) return;
  if (left < (moment_t)SLEEP_TICKS << MOMENT_SHIFT)
    ticks = (unsigned)((left + (1 << MOMENT_SHIFT) - 1) >> MOMENT_SHIFT);
#ifdef BELL
  __implicit_write(&timer);
  local_csr_write(local_csr_active_future_count,
                  local_csr_read(local_csr_timestamp_low) + ticks + 1);
  local_csr_write(local_csr_active_ctx_future_count_signal, __signal_number(&timer));
  wait_for_any(&BELL, &timer);
  signal_test(&BELL);
  local_csr_write(local_csr_active_ctx_future_count_signal, 0);
  signal_test(&timer);
#else
  if (ticks > POLL_CYCLES / 16) ticks = POLL_CYCLES / 16;
  sleep_units(ticks + 1);
#endif
}

main() {
  __declspec(sram_read_reg) message_t message;
  SIGNAL sig_message;
  if (__ctx() != 0) ctx_wait(kill);
  timestamp_start();
  clear_tournament();
  for (;;) {
    serve_due(now());
    scratch_get_ring(&message, scratch_ring(RING_IN), 2, ctx_swap, &sig_message);
    if (message.handle != 0)
      take(message.handle, message.port_bytes);
    else
      wait_for_something();
  }
}
