/* Requests of clients and answers of servers. Nothing happens before the answer: a request only
 * sets the meaning of its answer, found by CSeq. */
#include "parts.h"

/* Session: identifier [";timeout=" seconds] (RFC 2326 12.37); 0: none. */
static u64 session_of(struct text header, u32* timeout_ms) {
  u32 seconds = RTSP_TIMEOUT_S;
  const struct text id = text_trimmed(text_until(&header, ';'));
  while (header.size) {
    struct text parameter = text_until(&header, ';');
    u32 n;
    if (text_is(text_trimmed(text_until(&parameter, '=')), "timeout") &&
        text_is_number(text_trimmed(parameter), &n) && n)
      seconds = n < RTSP_TIMEOUT_MOST_S ? n : RTSP_TIMEOUT_MOST_S;
  }
  *timeout_ms = seconds * 1000;
  const u64 hash = hash_on(HASH_BEGIN, id);
  return id.size ? hash | 1 : 0;
}

/* The rate of that URL in the last description, and the client's Bandwidth (RFC 2326 12.6, bit/s)
 * if that is less. */
static u32 rate_of(struct rtsp_observer* o, const struct rtsp_description* d, u64 url,
                   struct text limit) {
  u32 rate = d->rate, most;
  for (u32 i = 0; i < d->medias; ++i)
    if (d->media[i].url == url && d->media[i].rate) rate = d->media[i].rate;
  if (!rate) rate = o->default_rate;
  if (!limit.at) return rate;
  if (!text_is_number(limit, &most) || !most || most > RTSP_RATE_MOST) {
    count_event(o, RTSP_bad_bandwidth);
    return rate;
  }
  return rate && rate < most ? rate : most;
}

static void read_offers(struct rtsp_pending* p, struct text list) {
  struct transport t;
  p->offers = 0;
  while (p->offers < RTSP_OFFERS && transport_next(&list, &t))
    if (!t.bad && !t.interleaved && !t.multicast && t.client_port)
      p->offer[p->offers++] = t.client_port;
}

void exchange_request(struct rtsp_observer* o, struct rtsp_connection* c, const struct message* m) {
  struct rtsp_pending* p = 0;
  u32 timeout_ms;
  for (u32 i = 0; i < RTSP_PENDING; ++i) {
    if (!c->pending[i].used) {
      p = &c->pending[i];
    } else if (c->pending[i].cseq == m->cseq) {
      count_event(o, RTSP_cseq_reused);
      return;
    }
  }
  if (!p) {
    count_event(o, RTSP_pending_full);
    return;
  }
  p->used = 1;
  p->method = (u8)m->method;
  p->cseq = m->cseq;
  p->url = url_hash(m->url);
  p->session = session_of(m->session, &timeout_ms);
  p->rate = 0;
  p->offers = 0;
  if (m->method == RTSP_SETUP) {
    p->rate = rate_of(o, &c->description, p->url, m->bandwidth);
    read_offers(p, m->transport);
  }
}

/* ---- Answers. */

static void described(struct rtsp_observer* o, struct rtsp_connection* c,
                      const struct rtsp_pending* p, const struct message* m) {
  const struct text base = m->base.at ? m->base : m->location;
  if (!m->body.at) {
    count_event(o, RTSP_bad_description); /* no SDP, or longer than the window */
    return;
  }
  sdp_read(o, &c->description, m->body, base.at ? url_hash(base) : p->url);
}

/* Why the server's transport makes no stream; RTSP_COUNTER_COUNT: it does. */
static enum rtsp_counter refusal(const struct rtsp_connection* c, const struct rtsp_pending* p,
                                 const struct transport* t, u64 session) {
  int offered = 0;
  for (u32 i = 0; i < p->offers; ++i)
    offered |= p->offer[i] == t->client_port;
  if (t->interleaved) return RTSP_interleaved;
  if (t->multicast) return RTSP_multicast;
  if (t->bad || !t->client_port) return RTSP_bad_transport;
  if (!offered) return RTSP_not_offered;
  if (t->destination && t->destination != c->client) return RTSP_third_party;
  if (!t->server_port) return RTSP_no_server_port;
  if (!session) return RTSP_no_session;
  return p->rate ? RTSP_COUNTER_COUNT : RTSP_no_bandwidth;
}

static void set_up(struct rtsp_observer* o, struct rtsp_connection* c, const struct rtsp_pending* p,
                   const struct message* m, u64 session, u32 timeout_ms) {
  struct text list = m->transport;
  struct transport t;
  if (!transport_next(&list, &t)) {
    count_event(o, RTSP_bad_transport);
    return;
  }
  const enum rtsp_counter why = refusal(c, p, &t, session);
  if (why != RTSP_COUNTER_COUNT) {
    count_event(o, why);
    return;
  }
  const struct rtsp_shape shape = {t.source ? t.source : c->server, c->client, t.server_port,
                                   t.client_port, p->rate};
  streams_add(o, c, &shape, session, p->url, timeout_ms);
}

static void tear_down(struct rtsp_observer* o, struct rtsp_connection* c,
                      const struct rtsp_pending* p) {
  if (streams_tear_down(o, c, p->session, p->url)) return;
  count_event(o, streams_elsewhere(o, c->serial, p->session) ? RTSP_foreign_teardown
                                                             : RTSP_unknown_session);
}

void exchange_answer(struct rtsp_observer* o, struct rtsp_connection* c, const struct message* m) {
  struct rtsp_pending* p = 0;
  u32 timeout_ms;
  for (u32 i = 0; i < RTSP_PENDING; ++i)
    if (c->pending[i].used && c->pending[i].cseq == m->cseq) p = &c->pending[i];
  if (!p) {
    count_event(o, RTSP_unmatched);
    return;
  }
  if (m->status < 200) return; /* 100 Continue: the answer comes later */
  p->used = 0;
  if (m->status != 200) {
    count_event(o, RTSP_not_ok);
    return;
  }
  const u64 session = session_of(m->session, &timeout_ms);
  if (p->session && session && session != p->session) {
    count_event(o, RTSP_session_mismatch);
    return;
  }
  switch (p->method) {
  case RTSP_DESCRIBE: described(o, c, p, m); break;
  case RTSP_SETUP: set_up(o, c, p, m, session, timeout_ms); break;
  case RTSP_TEARDOWN: tear_down(o, c, p); break;
  default:
    if (!streams_refresh(o, c, p->session) && p->method != RTSP_OTHER)
      count_event(o, RTSP_unknown_session);
  }
}
