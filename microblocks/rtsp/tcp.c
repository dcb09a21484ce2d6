/* Frames to segments to connections. A connection begins with the server's SYN-ACK, which clients
 * cannot forge from where they are: each direction is bound to the port where its segments came in
 * first. */
#include "parts.h"

#define ETHERNET_BYTES 14
#define FIN 0x01
#define SYN 0x02
#define RST 0x04
#define ACK 0x10

const char* const rtsp_counter_names[RTSP_COUNTER_COUNT] = {
#define X(name, text) #name,
    RTSP_COUNTERS(X)
#undef X
};
const char* const rtsp_counter_texts[RTSP_COUNTER_COUNT] = {
#define X(name, text) text,
    RTSP_COUNTERS(X)
#undef X
};

static u32 get16(const u8* at) {
  return (u32)at[0] << 8 | at[1];
}
static u32 get32(const u8* at) {
  return get16(at) << 16 | get16(at + 2);
}
void rtsp_begin(struct rtsp_observer* o, u16 port, u16 other_port, u32 default_rate) {
  o->ports[0] = port;
  o->ports[1] = other_port;
  o->default_rate = default_rate;
  streams_begin(o);
}

/* ---- Frames. */

static u32 sum_of(const u8* at, u32 bytes, u32 sum) {
  for (u32 i = 0; i + 1 < bytes; i += 2)
    sum += get16(at + i);
  if (bytes & 1) sum += (u32)at[bytes - 1] << 8;
  return sum;
}
static int sums_up(u32 sum) {
  sum = (sum & 0xffff) + (sum >> 16);
  sum = (sum & 0xffff) + (sum >> 16);
  return sum == 0xffff;
}

static int is_server(const struct rtsp_observer* o, u32 port) {
  return port != 0 && (port == o->ports[0] || port == o->ports[1]);
}

/* Whether it is a complete TCP segment of an RTSP port; others are counted. */
static int read_segment(struct rtsp_observer* o, const u8* frame, u32 bytes, struct segment* s) {
  enum rtsp_counter wrong = RTSP_not_tcp;
  const u8* const ip = frame + ETHERNET_BYTES;
  if (bytes < ETHERNET_BYTES + 40 || get16(frame + 12) != 0x0800 || ip[0] >> 4 != 4 || ip[9] != 6)
    goto refuse;
  const u32 ip_bytes = (ip[0] & 15u) * 4, total = get16(ip + 2);
  if (ip_bytes < 20 || total > bytes - ETHERNET_BYTES || total < ip_bytes + 20) goto refuse;
  wrong = RTSP_fragments;
  if (get16(ip + 6) & 0x3fff) goto refuse;
  const u8* const tcp = ip + ip_bytes;
  const u32 tcp_bytes = (tcp[12] >> 4) * 4u;
  wrong = RTSP_not_tcp;
  if (tcp_bytes < 20 || ip_bytes + tcp_bytes > total) goto refuse;
  s->source = get32(ip + 12);
  s->destination = get32(ip + 16);
  s->source_port = (u16)get16(tcp);
  s->destination_port = (u16)get16(tcp + 2);
  if (!is_server(o, s->source_port) && !is_server(o, s->destination_port)) goto refuse;
  wrong = RTSP_bad_checksum;
  o->work += total;
  if (!sums_up(sum_of(ip, ip_bytes, 0)) ||
      !sums_up(sum_of(tcp, total - ip_bytes, sum_of(ip + 12, 8, 6 + total - ip_bytes))))
    goto refuse;
  s->sequence = get32(tcp + 4);
  s->acknowledged = get32(tcp + 8);
  s->flags = tcp[13];
  s->data = tcp + tcp_bytes;
  s->bytes = total - ip_bytes - tcp_bytes;
  return 1;
refuse:
  count_event(o, wrong);
  return 0;
}

/* ---- Connections. */

static struct rtsp_connection* find_connection(struct rtsp_observer* o, u32 server, u32 server_port,
                                               u32 client, u32 client_port) {
  for (u32 i = 0; i < RTSP_CONNECTIONS; ++i) {
    struct rtsp_connection* const c = &o->connection[i];
    if (c->state != RTSP_FREE && c->client_port == client_port && c->client == client &&
        c->server == server && c->server_port == server_port)
      return c;
  }
  return 0;
}

/* Readiness of an entry to be reused for a new connection: 0 never. */
static u32 gives_way(const struct rtsp_observer* o, const struct rtsp_connection* c) {
  if (c->state == RTSP_FREE) return 4;
  if (c->state == RTSP_HALF_OPEN) return 3;
  if (c->state == RTSP_GIVEN_UP) return 2;
  return c->first_stream < 0 && o->now - c->last_ms >= RTSP_IDLE_MS;
}

/* Entry for a connection: among entries of equal readiness the one silent for longest. */
static struct rtsp_connection* place_for_connection(struct rtsp_observer* o) {
  struct rtsp_connection* best = 0;
  for (u32 i = 0; i < RTSP_CONNECTIONS; ++i) {
    struct rtsp_connection* const c = &o->connection[i];
    const u32 way = gives_way(o, c), best_way = best ? gives_way(o, best) : 0;
    if (way > best_way || (best && way == best_way && o->now - c->last_ms > o->now - best->last_ms))
      best = c;
  }
  return best;
}

static void begin_flow(struct rtsp_flow* f, u32 sequence, u32 port) {
  f->next = sequence;
  f->count = f->scanned = f->need = f->skip = f->beyond = f->islands = 0;
  f->port = (u8)port;
  f->ended = 0;
}

/* The server's SYN-ACK: a connection begins, or begins again. Streams of a previous one stay until
   they time out. */
static void begin_connection(struct rtsp_observer* o, struct rtsp_connection* c,
                             const struct segment* s) {
  if (c && c->server_isn == s->sequence && c->flow[RTSP_TO_SERVER].next == s->acknowledged)
    return; /* again */
  if (c && c->state == RTSP_OPEN && c->flow[RTSP_TO_CLIENT].port != s->port) {
    count_event(o, RTSP_wrong_port);
    return;
  }
  if (!c) c = place_for_connection(o);
  if (!c) {
    count_event(o, RTSP_connections_full);
    return;
  }
  c->state = RTSP_HALF_OPEN;
  c->serial = ++o->serial;
  c->server = s->source;
  c->server_port = s->source_port;
  c->client = s->destination;
  c->client_port = s->destination_port;
  c->server_isn = s->sequence;
  c->last_ms = o->now;
  c->first_stream = -1;
  c->description.medias = 0;
  c->description.rate = 0;
  for (u32 i = 0; i < RTSP_PENDING; ++i)
    c->pending[i].used = 0;
  begin_flow(&c->flow[RTSP_TO_CLIENT], s->sequence + 1, s->port);
  begin_flow(&c->flow[RTSP_TO_SERVER], s->acknowledged, 0);
  count_event(o, RTSP_connections);
}

void tcp_give_up(struct rtsp_observer* o, struct rtsp_connection* c, enum rtsp_counter why) {
  c->state = RTSP_GIVEN_UP;
  count_event(o, RTSP_given_up);
  count_event(o, why);
}

/* ---- Segments of a connection. */

/* FIN and RST count at their position in the order of bytes (RFC 5961), so that no guess ends a
 * connection. */
static void end_segment(struct rtsp_connection* c, enum rtsp_direction way,
                        const struct segment* s) {
  struct rtsp_flow* const f = &c->flow[way];
  const u32 at = f->next + f->count;
  if (s->flags & RST && s->sequence == at) c->state = RTSP_FREE;
  if (s->flags & FIN && s->sequence + s->bytes == at) f->ended = 1;
  if (c->flow[0].ended && c->flow[1].ended) c->state = RTSP_FREE;
}

static void take_segment(struct rtsp_observer* o, struct rtsp_connection* c,
                         enum rtsp_direction way, struct segment* s) {
  struct rtsp_flow* const f = &c->flow[way];
  if (c->state == RTSP_HALF_OPEN && way == RTSP_TO_SERVER && s->flags & ACK &&
      s->acknowledged == c->server_isn + 1 &&
      s->sequence == f->next) { /* the client answered the SYN-ACK */
    c->state = RTSP_OPEN;
    f->port = (u8)s->port;
  }
  if (c->state == RTSP_HALF_OPEN && way == RTSP_TO_SERVER) {
    count_event(o, RTSP_no_connection);
    return;
  }
  if (f->port != s->port) {
    count_event(o, RTSP_wrong_port);
    return;
  }
  if (c->state == RTSP_GIVEN_UP) {
    count_event(o, RTSP_after_giving_up);
    return;
  }
  c->last_ms = o->now;
  while (c->state != RTSP_GIVEN_UP && s->bytes && bytes_keep(o, c, f, s))
    messages_take(o, c, way);
  if (c->state != RTSP_GIVEN_UP) end_segment(c, way, s);
}

void rtsp_frame(struct rtsp_observer* o, const u8* frame, u32 bytes, u32 port, u32 now) {
  struct segment s;
  o->now = now;
  s.port = port;
  count_event(o, RTSP_frames);
  if (!read_segment(o, frame, bytes, &s)) return;
  const enum rtsp_direction way =
      is_server(o, s.destination_port) ? RTSP_TO_SERVER : RTSP_TO_CLIENT;
  struct rtsp_connection* const c =
      way == RTSP_TO_SERVER
          ? find_connection(o, s.destination, s.destination_port, s.source, s.source_port)
          : find_connection(o, s.source, s.source_port, s.destination, s.destination_port);
  if (way == RTSP_TO_CLIENT && (s.flags & (SYN | ACK | RST)) == (SYN | ACK))
    begin_connection(o, c, &s);
  else if (s.flags & SYN)
    return; /* the client's: only the answer counts */
  else if (c)
    take_segment(o, c, way, &s);
  else
    count_event(o, RTSP_no_connection);
}
