/* A bounded reassembly of one direction of a connection. Byte s of the sequence waits at bytes[s %
 * RTSP_WINDOW]; bytes out of order are stored as at most RTSP_ISLANDS runs. The first copy of a
 * byte stays; later ones are ignored. */
#include "parts.h"

/* a is behind b in the order of sequence numbers, by how much. */
static int after(u32 a, u32 b) {
  return (int)(a - b);
}

static int is_there(const struct rtsp_flow* f, u32 sequence) {
  if (sequence - f->next < f->count) return 1;
  for (u32 i = 0; i < f->islands; ++i)
    if (sequence - f->island[i].from < f->island[i].to - f->island[i].from) return 1;
  return 0;
}

/* [from, to) is there now, behind a gap; 0 when there are too many. */
static int add_island(struct rtsp_flow* f, u32 from, u32 to) {
  u32 i = 0, n = 0;
  while (i < f->islands && after(from, f->island[i].to) > 0)
    ++i;
  while (i + n < f->islands &&
         after(f->island[i + n].from, to) <= 0) { /* these become one with it */
    if (after(from, f->island[i + n].from) > 0) from = f->island[i + n].from;
    if (after(f->island[i + n].to, to) > 0) to = f->island[i + n].to;
    ++n;
  }
  if (n == 0) {
    if (f->islands == RTSP_ISLANDS) return 0;
    for (u32 k = f->islands++; k > i; --k)
      f->island[k] = f->island[k - 1];
  } else {
    for (u32 k = i + 1; k + n - 1 < f->islands; ++k)
      f->island[k] = f->island[k + n - 1];
    f->islands -= n - 1;
  }
  f->island[i].from = from;
  f->island[i].to = to;
  return 1;
}

/* Bytes without a gap reach `to` now; islands that they touch join them. */
static void extend(struct rtsp_flow* f, u32 to) {
  f->count = to - f->next;
  while (f->islands && after(f->island[0].from, f->next + f->count) <= 0) {
    if (after(f->island[0].to, f->next + f->count) > 0) f->count = f->island[0].to - f->next;
    for (u32 k = 1; k < f->islands; ++k)
      f->island[k - 1] = f->island[k];
    --f->islands;
  }
}

/* Drops the part of a segment that was consumed before. */
static void leave_new(struct rtsp_observer* o, const struct rtsp_flow* f, struct segment* s) {
  const u32 old = f->next - s->sequence;
  if (after(f->next, s->sequence) <= 0) return;
  count_event(o, RTSP_retransmitted);
  const u32 out = old < s->bytes ? old : s->bytes;
  s->sequence += out;
  s->data += out;
  s->bytes -= out;
}

/* Puts `bytes` of the segment into the window, those that are not there yet; how many those were.
 */
static u32 put(struct rtsp_observer* o, struct rtsp_flow* f, const struct segment* s, u32 bytes) {
  u32 there = 0, differ = 0;
  o->work += bytes;
  for (u32 i = 0; i < bytes; ++i) {
    u8* const at = &f->bytes[(s->sequence + i) % RTSP_WINDOW];
    if (is_there(f, s->sequence + i)) {
      ++there;
      differ |= *at != s->data[i];
    } else {
      *at = s->data[i];
    }
  }
  if (there) count_event(o, RTSP_retransmitted);
  if (differ) count_event(o, RTSP_overlap_differs);
  return bytes - there;
}

int bytes_keep(struct rtsp_observer* o, struct rtsp_connection* c, struct rtsp_flow* f,
               struct segment* s) {
  leave_new(o, f, s);
  if (!s->bytes) return 0;
  const u32 ahead = s->sequence - f->next;
  if (ahead >= RTSP_WINDOW) {
    count_event(o, RTSP_out_of_window);
    if (++f->beyond == RTSP_LOST_PATIENCE) tcp_give_up(o, c, RTSP_give_up_gap);
    return 0;
  }
  f->beyond = 0;
  const u32 room = RTSP_WINDOW - ahead, from = s->sequence;
  const u32 bytes = s->bytes < room ? s->bytes : room;
  const u32 fresh = put(o, f, s, bytes);
  s->sequence += bytes;
  s->data += bytes;
  s->bytes -= bytes;
  if (!fresh) return 0;
  if (ahead <= f->count) {
    extend(f, from + bytes);
    return 1;
  }
  if (!add_island(f, from, from + bytes)) tcp_give_up(o, c, RTSP_give_up_islands);
  if (s->bytes) count_event(o, RTSP_out_of_window);
  return 0;
}
