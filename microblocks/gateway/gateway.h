/* Common declarations of the gateway's ARM programs. */
#ifndef GATEWAY_H
#define GATEWAY_H

#include "board.h"
#include "rtsp.h"

/* ---- table.c */
void table_begin(void); /* every entry that is in no chain may be used from now on */

/* ---- watch.c */
extern volatile u32 now_ms; /* since the program began; interrupts must be let in for it to go on */
void watch_begin(void);
void watch_frame(u32 handle, u32 port_bytes); /* a packet of an RTSP port, as it came in */
int watch_look(void);                         /* now and then; 1 when it was time to do something */
int is_rtsp(u32 source_port, u32 destination_port);
volatile u32* frame_of(u32 handle);
void free_buffer(u32 handle);

#endif
