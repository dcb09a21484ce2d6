/* Session descriptions (RFC 4566) as far as RTSP needs them (RFC 2326 C): the control URL and the
 * bandwidth of each medium.
 *
 * b=AS is kbit/s with IP and UDP headers. b=TIAS is bit/s without them (RFC 3890); a=maxprate,
 * packets a second, gives their size. Without it b=AS is taken if present, else headers are 1/35 of
 * TIAS (28 bytes a packet of about 1000). */
#include "parts.h"

#define HEADER_BITS 224u /* of IPv4 and UDP */

/* Values of a part of a description: the session's, or a medium's. */
struct part {
  u32 kilobits, tias, packets; /* 0: not said */
};

static u32 rate_of(const struct part* p) {
  u64 rate = 0;
  if (p->tias && (p->packets || !p->kilobits))
    rate = (u64)p->tias + (p->packets ? (u64)p->packets * HEADER_BITS : p->tias / 35);
  else
    rate = (u64)p->kilobits * 1000;
  return rate <= RTSP_RATE_MOST ? (u32)rate : 0;
}

/* The value behind b=AS: and the like. */
static u32 bandwidth(struct rtsp_observer* o, struct text value, u32 most) {
  u32 n;
  if (text_is_number(text_trimmed(value), &n) && n && n <= most) return n;
  count_event(o, RTSP_bad_bandwidth);
  return 0;
}

/* a=maxprate:25 or 24.8: rounded up. */
static u32 packet_rate(struct rtsp_observer* o, struct text value) {
  u32 n = 0, fraction = 0;
  const u32 digits = text_number(value, &n);
  int good = digits && n <= 10000000;
  for (u32 i = digits + 1; i < value.size; ++i) {
    good &= is_digit(value.at[i]);
    fraction |= value.at[i] != '0';
  }
  if (!good || (digits < value.size && value.at[digits] != '.')) {
    count_event(o, RTSP_bad_bandwidth);
    return 0;
  }
  return n + fraction;
}

u64 url_hash(struct text url) {
  while (url.size && url.at[url.size - 1] == '/')
    --url.size;
  return hash_on(HASH_BEGIN, url);
}

/* RFC 2326 C.1.1; relative URLs are put behind the base and a slash, as servers and clients do. */
static u64 control_hash(struct text control, u64 base) {
  if (text_is(control, "*")) return base;
  if (text_begins(control, "rtsp://") || text_begins(control, "rtspu://")) return url_hash(control);
  return hash_on(hash_on(base, text_of("/", 1)), control);
}

void sdp_read(struct rtsp_observer* o, struct rtsp_description* d, struct text body, u64 base) {
  struct part part = {0, 0, 0};
  u32 medias = 0, lines = 0;
  d->medias = d->rate = 0;
  while (body.size) {
    struct text line = text_until(&body, '\n');
    if (line.size && line.at[line.size - 1] == '\r') --line.size;
    if (!line.size) continue;
    if (lines++ == 0 && !text_is(line, "v=0")) {
      count_event(o, RTSP_bad_description);
      return;
    }
    if (text_begins(line, "m=")) {
      if (medias == RTSP_MEDIA) {
        count_event(o, RTSP_bad_description);
        break;
      }
      if (medias)
        d->media[medias - 1].rate = rate_of(&part);
      else
        d->rate = rate_of(&part);
      part.kilobits = part.tias = part.packets = 0;
      d->media[medias++].url = base;
    } else if (text_begins(line, "b=as:")) {
      part.kilobits = bandwidth(o, text_from(line, 5), RTSP_RATE_MOST / 1000);
    } else if (text_begins(line, "b=tias:")) {
      part.tias = bandwidth(o, text_from(line, 7), RTSP_RATE_MOST);
    } else if (text_begins(line, "a=maxprate:")) {
      part.packets = packet_rate(o, text_from(line, 11));
    } else if (text_begins(line, "a=control:") && medias) {
      d->media[medias - 1].url = control_hash(text_trimmed(text_from(line, 10)), base);
    }
  }
  if (medias)
    d->media[medias - 1].rate = rate_of(&part);
  else
    d->rate = rate_of(&part);
  d->medias = medias;
}
