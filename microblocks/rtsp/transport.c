/* The Transport header (RFC 2326 12.39): alternatives with commas between them, parameters with
 * semicolons. */
#include "parts.h"

/* One port, or the first of a pair; 0 when it is none. */
static u16 first_port(struct text value) {
  u32 port, last;
  const u32 digits = text_number(value, &port);
  if (!digits || port == 0 || port > 65535) return 0;
  if (digits == value.size) return (u16)port;
  if (value.at[digits] != '-' || !text_is_number(text_from(value, digits + 1), &last) ||
      last > 65535)
    return 0;
  return (u16)port;
}

/* a.b.c.d; 0 when it is something else. */
static u32 address(struct text value) {
  u32 all = 0;
  for (u32 i = 0; i < 4; ++i) {
    u32 part;
    const struct text piece = text_until(&value, '.');
    if (piece.size > 3 || !text_is_number(piece, &part) || part > 255) return 0;
    all = all << 8 | part;
  }
  return value.size ? 0 : all;
}

/* RTP/AVP, RTP/AVP/UDP, RTP/AVP/TCP, and the other profiles of RTP. */
static void read_protocol(struct text protocol, struct transport* t) {
  static const char* const profiles[] = {"avp", "avpf", "savp", "savpf", 0};
  const struct text rtp = text_until(&protocol, '/'), profile = text_until(&protocol, '/');
  int known = 0;
  for (u32 i = 0; profiles[i]; ++i)
    known |= text_is(profile, profiles[i]);
  t->bad = !text_is(rtp, "rtp") || !known;
  if (text_is(protocol, "tcp"))
    t->interleaved = 1;
  else if (protocol.size && !text_is(protocol, "udp"))
    t->bad = 1;
}

static void read_parameter(struct text parameter, struct transport* t) {
  const struct text name = text_trimmed(text_until(&parameter, '='));
  struct text value = text_trimmed(parameter);
  if (value.size > 1 && value.at[0] == '"' && value.at[value.size - 1] == '"')
    value = text_of(value.at + 1, value.size - 2);
  if (text_is(name, "multicast")) {
    t->multicast = 1;
  } else if (text_is(name, "interleaved")) {
    t->interleaved = 1;
  } else if (text_is(name, "client_port")) {
    t->client_port = first_port(value);
    t->bad |= !t->client_port;
  } else if (text_is(name, "server_port")) {
    t->server_port = first_port(value);
    t->bad |= !t->server_port;
  } else if (text_is(name, "source")) {
    t->source = address(value);
    t->bad |= !t->source;
  } else if (text_is(name, "destination") && value.size) {
    t->destination = address(value);
    t->bad |= !t->destination;
  }
}

int transport_next(struct text* list, struct transport* t) {
  static const struct transport none;
  if (!list->size) return 0;
  struct text one = text_until(list, ',');
  *t = none;
  read_protocol(text_trimmed(text_until(&one, ';')), t);
  while (one.size)
    read_parameter(text_until(&one, ';'), t);
  return 1;
}
