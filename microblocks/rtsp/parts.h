/* Interfaces between the parts of the observer: tcp.c finds the connection, bytes.c puts bytes in
 * order, message.c cuts messages out of them, exchange.c matches answers with requests, streams.c
 * keeps the streams; sdp.c and transport.c read. */
#ifndef RTSP_PARTS_H
#define RTSP_PARTS_H

#include "rtsp.h"
#include "text.h"

static inline void count_event(struct rtsp_observer* o, enum rtsp_counter what) {
  ++o->counters[what];
}

/* ---- tcp.c */
struct segment {
  u32 source, destination; /* addresses */
  u16 source_port, destination_port;
  u32 sequence, acknowledged, flags;
  const u8* data;
  u32 bytes;
  u32 port; /* where it came in */
};
void tcp_give_up(struct rtsp_observer* o, struct rtsp_connection* c, enum rtsp_counter why);

/* ---- bytes.c: takes from the segment the bytes that fit the window; 1 if this gave bytes in
   order, and the rest of the segment may fit when they are consumed. */
int bytes_keep(struct rtsp_observer* o, struct rtsp_connection* c, struct rtsp_flow* f,
               struct segment* s);

/* ---- message.c */
struct message {
  int answer;    /* or a request */
  int malformed; /* counted */
  enum rtsp_method method;
  u32 status, cseq, content_length;
  int has_cseq, has_length, bad_length, is_sdp;
  struct text url, transport, session, bandwidth, base, location;
  struct text body; /* where it is SDP and fits the window */
};
/* Takes complete messages out of the bytes of a direction. */
void messages_take(struct rtsp_observer* o, struct rtsp_connection* c, enum rtsp_direction way);

/* ---- exchange.c */
void exchange_request(struct rtsp_observer* o, struct rtsp_connection* c, const struct message* m);
void exchange_answer(struct rtsp_observer* o, struct rtsp_connection* c, const struct message* m);

/* ---- sdp.c: base is the hash of the URL to which controls are relative. */
void sdp_read(struct rtsp_observer* o, struct rtsp_description* d, struct text body, u64 base);
u64 url_hash(struct text url); /* without slashes at its end */

/* ---- transport.c */
struct transport {
  int interleaved, multicast;
  u16 client_port, server_port; /* 0: not said */
  u32 source, destination;      /* 0: not said */
  int bad;                      /* it is none that RFC 2326 knows */
};
/* Takes the next of the alternatives, which commas separate, from `list`; 0 when there is none. */
int transport_next(struct text* list, struct transport* t);

/* ---- streams.c */
void streams_begin(struct rtsp_observer* o);
void streams_add(struct rtsp_observer* o, struct rtsp_connection* c, const struct rtsp_shape* shape,
                 u64 session, u64 url, u32 timeout_ms);
/* Refreshes the streams of a session of the connection; returns their number. */
u32 streams_refresh(struct rtsp_observer* o, struct rtsp_connection* c, u64 session);
/* Ends the stream of that URL, or all of the session when none has it; how many. */
u32 streams_tear_down(struct rtsp_observer* o, struct rtsp_connection* c, u64 session, u64 url);
int streams_elsewhere(const struct rtsp_observer* o, u32 serial, u64 session);

#endif
