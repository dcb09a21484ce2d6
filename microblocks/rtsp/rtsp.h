/* The observer of RTSP/1.0 conversations (RFC 2326): frames that pass between clients and servers
 * go in, streams with their bit rates come out. A stream is made by a SETUP and the server's 200 on
 * the same connection. It is ended by a TEARDOWN and its 200 there, or by silence for the session's
 * timeout.
 *
 * No allocation: all state is one struct rtsp_observer. Work is bounded by the bytes of a frame,
 * times a constant, plus one walk over the streams of a connection for each message. Refusals are
 * counted by their reason. */
#ifndef RTSP_H
#define RTSP_H

#include "types.h"

#define RTSP_CONNECTIONS 64 /* TCP connections at a time */
#define RTSP_WINDOW 4096    /* bytes of a direction that may wait for others; a power of two */
#define RTSP_ISLANDS 4      /* runs of bytes that wait for others before them */
#define RTSP_PENDING 8      /* requests of a connection without an answer yet */
#define RTSP_OFFERS 4       /* client ports that a SETUP may offer */
#define RTSP_MEDIA 8        /* media of a description */
#define RTSP_STREAMS 1024
#define RTSP_KEYS 1024        /* places of the index of streams; a power of two */
#define RTSP_LOST_PATIENCE 16 /* segments beyond the window before a gap counts as lost */
#define RTSP_IDLE_MS 120000   /* then a silent connection without streams makes room for another */
#define RTSP_TIMEOUT_S 60     /* of a session, when the server does not say (RFC 2326 12.37) */
#define RTSP_TIMEOUT_MOST_S 3600   /* no session keeps its streams longer */
#define RTSP_RATE_MOST 4000000000u /* bit/s */
#define RTSP_SKIP_MOST (1u << 24)  /* bytes of a body */

/* Counters: name, meaning. Those before `give_up` are events; the others end the observation of a
   connection. */
#define RTSP_COUNTERS(X)                                                                           \
  X(frames, "frames")                                                                              \
  X(not_tcp, "frames that are no whole TCP segment of an RTSP port")                               \
  X(fragments, "fragments of IP packets, which are not put together")                              \
  X(bad_checksum, "segments with a wrong checksum")                                                \
  X(connections, "connections")                                                                    \
  X(connections_full, "connections not observed: the table is full")                               \
  X(no_connection, "segments of connections that are not observed")                                \
  X(wrong_port, "segments that came in by another port than their connection")                     \
  X(out_of_window, "segments beyond the window")                                                   \
  X(retransmitted, "segments with bytes that were there")                                          \
  X(overlap_differs, "segments that repeat bytes with other values: the first ones stay")          \
  X(requests, "requests")                                                                          \
  X(answers, "answers")                                                                            \
  X(interleaved_frames, "frames of RTP in a connection")                                           \
  X(malformed, "messages that are no RTSP/1.0")                                                    \
  X(server_requests, "requests of servers, not followed")                                          \
  X(pending_full, "requests not followed: too many without an answer")                             \
  X(cseq_reused, "requests not followed: CSeq of one without an answer")                           \
  X(unmatched, "answers to no request")                                                            \
  X(not_ok, "answers other than 200")                                                              \
  X(session_mismatch, "answers with another Session than the request")                             \
  X(unknown_session, "PLAY, PAUSE or TEARDOWN of no session of the connection")                    \
  X(foreign_teardown, "TEARDOWN of a session of another connection, ignored")                      \
  X(bad_description, "descriptions refused: no SDP, or bounds exceeded")                           \
  X(bad_bandwidth, "bandwidths refused: no number, or out of range")                               \
  X(interleaved, "SETUP refused: RTP in the TCP connection needs no shaping by port")              \
  X(multicast, "SETUP refused: multicast")                                                         \
  X(bad_transport, "SETUP refused: no Transport that RFC 2326 knows")                              \
  X(not_offered, "SETUP refused: a client port that the client did not offer")                     \
  X(third_party, "SETUP refused: RTP to or from another host than asked")                          \
  X(no_server_port, "SETUP refused: no server_port")                                               \
  X(no_session, "SETUP refused: no Session")                                                       \
  X(no_bandwidth, "SETUP refused: no bandwidth known")                                             \
  X(key_in_use, "SETUP refused: addresses and ports of another stream")                            \
  X(table_full, "SETUP refused: the table of streams is full")                                     \
  X(added, "streams added")                                                                        \
  X(changed, "streams changed")                                                                    \
  X(torn_down, "streams ended by TEARDOWN")                                                        \
  X(aged, "streams ended by silence")                                                              \
  X(given_up, "connections given up, for one of the reasons that follow")                          \
  X(after_giving_up, "segments of connections given up")                                           \
  X(give_up_gap, "bytes are missing")                                                              \
  X(give_up_islands, "too many gaps between bytes")                                                \
  X(give_up_header, "headers longer than the window")                                              \
  X(give_up_length, "Content-Length is no number, said twice, or absurd")

enum rtsp_counter {
#define X(name, text) RTSP_##name,
  RTSP_COUNTERS(X)
#undef X
      RTSP_COUNTER_COUNT
};
extern const char* const rtsp_counter_names[RTSP_COUNTER_COUNT];
extern const char* const rtsp_counter_texts[RTSP_COUNTER_COUNT];

/* ---- Streams. */

/* UDP packets of RTP; the entry of the table that shapes. */
struct rtsp_shape {
  u32 source, destination; /* IPv4 addresses */
  u16 source_port, destination_port;
  u32 rate; /* bit/s, of IP packets */
};

/* Functions of the observer's owner: the table that shapes. */
int rtsp_table_add(const struct rtsp_shape* shape);                /* its entry, or -1: no room */
void rtsp_table_change(int entry, const struct rtsp_shape* shape); /* only the rate is another */
void rtsp_table_remove(int entry);
u32 rtsp_table_packets(int entry); /* that came of it so far, modulo 2^32 */

struct rtsp_stream {
  struct rtsp_shape shape;
  u64 session, url; /* hashes */
  u32 connection;   /* serial number of the connection that set it up */
  u32 timeout_ms, last_ms;
  u32 packets;                         /* when it was looked at last */
  int entry;                           /* of the table that shapes; -1: this place is free */
  int next_of_key, next_of_connection; /* -1: the last */
};

/* ---- Connections. */

enum rtsp_direction { RTSP_TO_SERVER, RTSP_TO_CLIENT };

/* One direction. Byte s of the sequence waits at bytes[s % RTSP_WINDOW]. */
struct rtsp_flow {
  u8 bytes[RTSP_WINDOW];
  u32 next;    /* sequence number of the first byte that was not consumed */
  u32 count;   /* bytes from there on, without a gap */
  u32 scanned; /* of them, looked at for the end of the headers */
  u32 need;    /* bytes of a message with known headers; 0: not known */
  u32 skip;    /* bytes to skip: a body, or RTP */
  u32 beyond;  /* segments beyond the window since one was within it */
  u32 islands;
  struct rtsp_island {
    u32 from, to; /* sequence numbers, in their order */
  } island[RTSP_ISLANDS];
  u8 port;  /* where its segments come in */
  u8 ended; /* FIN was seen */
};

enum rtsp_method {
  RTSP_OTHER, /* known or not: nothing follows but that the session is alive */
  RTSP_DESCRIBE,
  RTSP_SETUP,
  RTSP_PLAY,
  RTSP_PAUSE,
  RTSP_TEARDOWN
};

struct rtsp_pending {
  u64 url, session; /* hashes; session 0: none */
  u32 cseq;
  u32 rate; /* of SETUP: bit/s, 0: not known */
  u16 offer[RTSP_OFFERS];
  u8 offers;
  u8 method;
  u8 used;
};

/* Content of the last DESCRIBE. */
struct rtsp_description {
  struct {
    u64 url;  /* hash of its control URL */
    u32 rate; /* bit/s, 0: not said */
  } media[RTSP_MEDIA];
  u32 medias;
  u32 rate; /* of the session */
};

enum rtsp_state { RTSP_FREE, RTSP_HALF_OPEN, RTSP_OPEN, RTSP_GIVEN_UP };

struct rtsp_connection {
  u8 state;
  u32 serial;
  u32 server, client; /* addresses */
  u16 server_port, client_port;
  u32 server_isn; /* of the SYN with ACK */
  u32 last_ms;
  int first_stream; /* -1: none */
  struct rtsp_flow flow[2];
  struct rtsp_pending pending[RTSP_PENDING];
  struct rtsp_description description;
};

struct rtsp_observer {
  u16 ports[2];     /* of RTSP servers; 0: none */
  u32 default_rate; /* bit/s of streams without a given bandwidth; 0: they are refused */
  u32 now;          /* ms */
  u32 serial;       /* of the last connection */
  u32 streams;
  int free_stream;
  u32 looked_at; /* by ageing */
  u32 counters[RTSP_COUNTER_COUNT];
  u32 work; /* steps over single bytes so far, for tests of the bound of the work */
  int keys[RTSP_KEYS];
  struct rtsp_stream stream[RTSP_STREAMS];
  struct rtsp_connection connection[RTSP_CONNECTIONS];
  char text[RTSP_WINDOW]; /* the message at hand */
};

/* o: all of it 0. port, other_port: of RTSP servers (554, 8554; 0: none); default_rate in bit/s. */
void rtsp_begin(struct rtsp_observer* o, u16 port, u16 other_port, u32 default_rate);

/* A frame from its Ethernet header on, which came in by `port`. now: milliseconds, modulo 2^32,
   never less than before. */
void rtsp_frame(struct rtsp_observer* o, const u8* frame, u32 bytes, u32 port, u32 now);

/* Checks the next `streams` streams, round and round: streams that were silent for their timeout
 * end. */
void rtsp_age(struct rtsp_observer* o, u32 streams, u32 now);

#endif
