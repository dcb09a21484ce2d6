/* Messages out of bytes in order (RFC 2326 4 to 6): where one ends, its first line, its headers.
 * Headers may be folded, names have any case, lines end with CRLF or LF. RTP in the connection ($,
 * channel, length: 10.12) and unneeded bodies are skipped without waiting for them. */
#include "parts.h"

static char byte_at(const struct rtsp_flow* f, u32 n) {
  return (char)f->bytes[(f->next + n) % RTSP_WINDOW];
}

static void consume(struct rtsp_flow* f, u32 bytes) {
  f->next += bytes;
  f->count -= bytes;
  f->scanned = f->need = 0;
}

/* The bytes of the headers with the empty line behind them; 0 when they are not all there. */
static u32 header_bytes(struct rtsp_observer* o, struct rtsp_flow* f) {
  for (u32 i = f->scanned; i < f->count; ++i) {
    ++o->work;
    if (byte_at(f, i) != '\n' || i == 0) continue;
    if (byte_at(f, i - 1) == '\n' ||
        (i > 1 && byte_at(f, i - 1) == '\r' && byte_at(f, i - 2) == '\n'))
      return i + 1;
  }
  f->scanned = f->count;
  return 0;
}

/* Copies bytes of the flow to o->text, folded lines as one (RFC 2326 4.2, RFC 822 3.1.1), lines
 * ended by LF. */
static u32 unfold(struct rtsp_observer* o, const struct rtsp_flow* f, u32 bytes) {
  u32 n = 0;
  o->work += bytes;
  for (u32 i = 0; i < bytes; ++i) {
    const char c = byte_at(f, i);
    if (c == '\r' && i + 1 < bytes && byte_at(f, i + 1) == '\n') continue;
    if (is_blank(c) && n && o->text[n - 1] == '\n') --n;
    o->text[n++] = c;
  }
  return n;
}

/* ---- Lines. */

static const struct {
  const char* name;
  enum rtsp_method method;
} methods[] = {{"describe", RTSP_DESCRIBE}, {"setup", RTSP_SETUP},       {"play", RTSP_PLAY},
               {"pause", RTSP_PAUSE},       {"teardown", RTSP_TEARDOWN}, {0, RTSP_OTHER}};

/* Method SP URL SP RTSP/1.0, or RTSP/1.0 SP status SP reason. */
static void read_first_line(struct message* m, struct text line) {
  struct text first = text_until(&line, ' ');
  m->answer = text_begins(first, "rtsp/");
  if (m->answer) {
    struct text status = text_until(&line, ' ');
    if (!text_is(first, "rtsp/1.0") || status.size != 3 || !text_is_number(status, &m->status))
      m->malformed = 1;
    return;
  }
  m->url = text_until(&line, ' ');
  if (!first.size || !m->url.size || !text_is(line, "rtsp/1.0")) m->malformed = 1;
  for (u32 i = 0; methods[i].name; ++i)
    if (text_is(first, methods[i].name)) m->method = methods[i].method;
}

/* A header that may appear once. */
static void once(struct message* m, struct text* header, struct text value) {
  if (header->at) m->malformed = 1;
  *header = value;
}

static void read_length(struct message* m, struct text value) {
  u32 length;
  if (!text_is_number(value, &length) || length > RTSP_SKIP_MOST ||
      (m->has_length && length != m->content_length)) {
    m->bad_length = 1;
    return;
  }
  m->content_length = length;
  m->has_length = 1;
}

static void read_header(struct message* m, struct text line) {
  u32 colon = 0;
  while (colon < line.size && line.at[colon] != ':')
    ++colon;
  const struct text name = text_of(line.at, colon);
  if (colon == line.size || !colon || is_blank(line.at[colon - 1])) {
    m->malformed = 1;
    return;
  }
  const struct text value = text_trimmed(text_from(line, colon + 1));
  if (text_is(name, "cseq")) {
    u32 cseq;
    if (!text_is_number(value, &cseq) || (m->has_cseq && cseq != m->cseq))
      m->malformed = 1;
    else
      m->cseq = cseq, m->has_cseq = 1;
  } else if (text_is(name, "content-length")) {
    read_length(m, value);
  } else if (text_is(name, "content-type")) {
    m->is_sdp = text_begins(value, "application/sdp");
  } else if (text_is(name, "content-base")) {
    once(m, &m->base, value);
  } else if (text_is(name, "content-location")) {
    once(m, &m->location, value);
  } else if (text_is(name, "transport")) {
    once(m, &m->transport, value);
  } else if (text_is(name, "session")) {
    once(m, &m->session, value);
  } else if (text_is(name, "bandwidth")) {
    once(m, &m->bandwidth, value);
  }
}

static void read_message(struct message* m, struct text t) {
  static const struct message none;
  *m = none;
  for (u32 i = 0; i < t.size; ++i)
    if ((u8)t.at[i] < ' ' && t.at[i] != '\n' && t.at[i] != '\t') m->malformed = 1;
  read_first_line(m, text_until(&t, '\n'));
  while (t.size) {
    const struct text line = text_until(&t, '\n');
    if (line.size) read_header(m, line);
  }
  if (!m->has_cseq) m->malformed = 1;
}

/* ---- Messages. */

static void follow(struct rtsp_observer* o, struct rtsp_connection* c, enum rtsp_direction way,
                   struct message* m) {
  if (m->malformed) {
    count_event(o, RTSP_malformed);
  } else if (way == RTSP_TO_SERVER && !m->answer) {
    count_event(o, RTSP_requests);
    exchange_request(o, c, m);
  } else if (way == RTSP_TO_CLIENT && m->answer) {
    count_event(o, RTSP_answers);
    exchange_answer(o, c, m);
  } else if (!m->answer) {
    count_event(o, RTSP_server_requests); /* its answer, from the client, says nothing new */
  }
}

/* One message with headers of `header` bytes; 0 if it has to wait for its body. */
static int take_message(struct rtsp_observer* o, struct rtsp_connection* c, enum rtsp_direction way,
                        u32 header) {
  struct rtsp_flow* const f = &c->flow[way];
  struct message m;
  const u32 size = unfold(o, f, header);
  o->work += size;
  read_message(&m, text_of(o->text, size));
  if (m.bad_length) {
    tcp_give_up(o, c, RTSP_give_up_length);
    return 0;
  }
  const int wanted = m.answer && m.is_sdp && way == RTSP_TO_CLIENT && m.content_length;
  if (wanted && header + m.content_length <= RTSP_WINDOW) {
    if (f->count < header + m.content_length) {
      f->need = header + m.content_length;
      return 0;
    }
    consume(f, header);
    /* The body follows the headers in o->text: together they fit, for unfolding adds no bytes. */
    u32 n = 0;
    o->work += m.content_length;
    for (; n < m.content_length; ++n)
      o->text[size + n] = byte_at(f, n);
    m.body = text_of(o->text + size, n);
    consume(f, m.content_length);
  } else {
    consume(f, header);
    f->skip = m.content_length;
  }
  follow(o, c, way, &m);
  return 1;
}

/* Skips bytes between messages: RTP, empty lines. 1 if there were some. */
static int take_between(struct rtsp_observer* o, struct rtsp_flow* f) {
  if (f->skip) {
    const u32 n = f->skip < f->count ? f->skip : f->count;
    f->skip -= n;
    consume(f, n);
    return 1;
  }
  if (byte_at(f, 0) == '\r' || byte_at(f, 0) == '\n') {
    consume(f, 1);
    ++o->work;
    return 1;
  }
  if (byte_at(f, 0) != '$' || f->count < 4) return 0;
  f->skip = (u32)(u8)byte_at(f, 2) << 8 | (u8)byte_at(f, 3);
  consume(f, 4);
  count_event(o, RTSP_interleaved_frames);
  return 1;
}

void messages_take(struct rtsp_observer* o, struct rtsp_connection* c, enum rtsp_direction way) {
  struct rtsp_flow* const f = &c->flow[way];
  while (f->count && c->state != RTSP_GIVEN_UP) {
    if (take_between(o, f)) continue;
    if (byte_at(f, 0) == '$' || f->count < f->need) return; /* more has to come */
    const u32 header = header_bytes(o, f);
    if (!header) {
      if (f->count == RTSP_WINDOW) tcp_give_up(o, c, RTSP_give_up_header);
      return;
    }
    if (!take_message(o, c, way, header)) return;
  }
}
