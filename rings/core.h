/* Packets from the control core to microengines (microblocks/header_switch/from_core.c): it puts
 * one longword at a time, so the whole message is one longword. Never 0. Buffer: descriptor number.
 */
#ifndef RINGS_CORE_H
#define RINGS_CORE_H

#define RING_CORE 5
#define RING_CORE_HOLDS 256, CORE
#define CORE_BUFFER 0, 31, 21, number
#define CORE_PORT 0, 20, 16, number
#define CORE_BYTES 0, 15, 0, bytes

#endif
