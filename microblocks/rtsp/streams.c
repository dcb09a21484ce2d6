/* The streams that were set up: found by addresses and ports (chains by their hash), by connection
 * and session (a chain for each connection), and by ageing, which goes round all of them. */
#include "parts.h"

static int* chain_of_key(struct rtsp_observer* o, const struct rtsp_shape* s) {
  const u32 ports = (u32)s->source_port << 16 | s->destination_port;
  return &o->keys[((s->source ^ s->destination * 31 ^ ports) * 2654435761u >> 16) % RTSP_KEYS];
}

static int same_key(const struct rtsp_shape* a, const struct rtsp_shape* b) {
  return a->source == b->source && a->destination == b->destination &&
         a->source_port == b->source_port && a->destination_port == b->destination_port;
}

void streams_begin(struct rtsp_observer* o) {
  for (u32 i = 0; i < RTSP_KEYS; ++i)
    o->keys[i] = -1;
  for (u32 i = 0; i < RTSP_STREAMS; ++i) {
    o->stream[i].entry = -1;
    o->stream[i].next_of_key = i + 1 < RTSP_STREAMS ? (int)i + 1 : -1;
  }
  o->free_stream = 0;
  for (u32 i = 0; i < RTSP_CONNECTIONS; ++i)
    o->connection[i].first_stream = -1;
}

static struct rtsp_stream* find(struct rtsp_observer* o, const struct rtsp_shape* shape) {
  for (int i = *chain_of_key(o, shape); i >= 0; i = o->stream[i].next_of_key)
    if (same_key(&o->stream[i].shape, shape)) return &o->stream[i];
  return 0;
}

/* Serial numbers begin at 1, so a place never used has none of them. */
static struct rtsp_connection* connection_of(struct rtsp_observer* o, const struct rtsp_stream* s) {
  for (u32 i = 0; i < RTSP_CONNECTIONS; ++i)
    if (o->connection[i].serial == s->connection) return &o->connection[i];
  return 0;
}

static void end_stream(struct rtsp_observer* o, struct rtsp_stream* s) {
  const int number = (int)(s - o->stream);
  int* at = chain_of_key(o, &s->shape);
  while (*at != number)
    at = &o->stream[*at].next_of_key;
  *at = s->next_of_key;
  struct rtsp_connection* const c = connection_of(o, s);
  if (c) {
    at = &c->first_stream;
    while (*at != number)
      at = &o->stream[*at].next_of_connection;
    *at = s->next_of_connection;
  }
  rtsp_table_remove(s->entry);
  s->entry = -1;
  s->next_of_key = o->free_stream;
  o->free_stream = number;
  --o->streams;
}

/* SETUP again, in the same session: another rate, or another transport for the same URL (RFC
 * 2326 10.4). */
static void change(struct rtsp_observer* o, struct rtsp_stream* s, const struct rtsp_shape* shape,
                   u64 url, u32 timeout_ms) {
  s->shape.rate = shape->rate;
  s->url = url;
  s->timeout_ms = timeout_ms;
  s->last_ms = o->now;
  rtsp_table_change(s->entry, shape);
  count_event(o, RTSP_changed);
}

/* The stream of that URL in the session; 0: none. */
static struct rtsp_stream* stream_of_url(struct rtsp_observer* o, struct rtsp_connection* c,
                                         u64 session, u64 url) {
  for (int i = c->first_stream; i >= 0; i = o->stream[i].next_of_connection)
    if (o->stream[i].session == session && o->stream[i].url == url) return &o->stream[i];
  return 0;
}

void streams_add(struct rtsp_observer* o, struct rtsp_connection* c, const struct rtsp_shape* shape,
                 u64 session, u64 url, u32 timeout_ms) {
  struct rtsp_stream* s = find(o, shape);
  if (s && (s->connection != c->serial || s->session != session)) {
    count_event(o, RTSP_key_in_use);
    return;
  }
  if (s) {
    change(o, s, shape, url, timeout_ms);
    return;
  }
  struct rtsp_stream* const before = stream_of_url(o, c, session, url);
  if (before) {
    end_stream(o, before);
    count_event(o, RTSP_changed);
  }
  const int entry = o->free_stream < 0 ? -1 : rtsp_table_add(shape);
  if (entry < 0) {
    count_event(o, RTSP_table_full);
    return;
  }
  const int number = o->free_stream;
  s = &o->stream[number];
  o->free_stream = s->next_of_key;
  s->shape = *shape;
  s->session = session;
  s->url = url;
  s->connection = c->serial;
  s->timeout_ms = timeout_ms;
  s->last_ms = o->now;
  s->entry = entry;
  s->packets = rtsp_table_packets(entry);
  int* const chain = chain_of_key(o, shape);
  s->next_of_key = *chain;
  *chain = number;
  s->next_of_connection = c->first_stream;
  c->first_stream = number;
  ++o->streams;
  count_event(o, RTSP_added);
}

u32 streams_refresh(struct rtsp_observer* o, struct rtsp_connection* c, u64 session) {
  u32 n = 0;
  for (int i = c->first_stream; i >= 0 && session; i = o->stream[i].next_of_connection)
    if (o->stream[i].session == session) o->stream[i].last_ms = o->now, ++n;
  return n;
}

u32 streams_tear_down(struct rtsp_observer* o, struct rtsp_connection* c, u64 session, u64 url) {
  struct rtsp_stream* const one = session ? stream_of_url(o, c, session, url) : 0;
  u32 n = 0;
  for (int i = c->first_stream, next; i >= 0 && session; i = next) {
    struct rtsp_stream* const s = &o->stream[i];
    next = s->next_of_connection;
    if (s->session != session || (one && s != one)) continue;
    end_stream(o, s);
    count_event(o, RTSP_torn_down);
    ++n;
  }
  return n;
}

int streams_elsewhere(const struct rtsp_observer* o, u32 serial, u64 session) {
  for (u32 i = 0; i < RTSP_STREAMS; ++i)
    if (o->stream[i].entry >= 0 && o->stream[i].connection != serial &&
        o->stream[i].session == session)
      return 1;
  return 0;
}

void rtsp_age(struct rtsp_observer* o, u32 streams, u32 now) {
  o->now = now;
  for (u32 n = 0; n < streams; ++n) {
    struct rtsp_stream* const s = &o->stream[o->looked_at];
    o->looked_at = (o->looked_at + 1) % RTSP_STREAMS;
    if (s->entry < 0) continue;
    const u32 packets = rtsp_table_packets(s->entry);
    if (packets != s->packets) {
      s->packets = packets;
      s->last_ms = now;
    } else if (now - s->last_ms >= s->timeout_ms) {
      end_stream(o, s);
      count_event(o, RTSP_aged);
    }
  }
}
