/* The media gateway (gateway.toml): between three ports, media streams set up by RTSP are shaped to
 * their rates, and RTP packets are sent by priority. Buffers, counters and the table of streams as
 * in rings/shaper.h and rings/priority.h; only port 0's ring of rx is used, for all ports.
 *
 *   rx -RING_RX-> divert -RING_SHAPER-> shaper -RING_PRIORITIZER-> prioritizer -RING_PRIORITY0-3->
 *   priority_scheduler -RING_TX-> tx -RING_BEGUN-> priority_scheduler
 *   divert -RING_COPIES-> control core: copies of RTSP packets */
#ifndef RINGS_GATEWAY_H
#define RINGS_GATEWAY_H

#include "priority.h"
#include "shaper.h"

#undef RING_RX_PORT0_HOLDS
#undef RING_RX_PORT1_HOLDS
#undef RING_RX_PORT2_HOLDS
#undef RING_RX_PORT3_HOLDS

#define RING_RX 0
#define RING_RX_HOLDS 512, PACKET
#define RING_SHAPER 1
#define RING_SHAPER_HOLDS 512, PACKET
#define RING_PRIORITIZER 2
#define RING_PRIORITIZER_HOLDS 512, PACKET

/* Copies in separate buffers, which the core frees. Port: the packet's receive port. */
#define RING_COPIES 5
#define RING_COPIES_HOLDS 256, PACKET

/* Longwords of scratchpad: RTSP packets copied to the core, and RTSP packets not copied because a
 * buffer or room on the ring was missing. The packets themselves are forwarded in both cases. */
#define COPIES 0x3f84
#define COPIES_COUNTS events, divert
#define COPIES_LOST 0x3f88
#define COPIES_LOST_COUNTS losses, divert

#endif
