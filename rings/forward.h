/* The rings of the forwarding systems (forward.toml and similar), in the format of rings/field.h:
 * one for each input port, so that frames of a port stay in order, then one to tx.
 *
 *   rx -RING_RX_PORTn-> ipv4_forward of port n -RING_TX-> tx */
#ifndef RINGS_FORWARD_H
#define RINGS_FORWARD_H

#include "packet.h"

#define RING_RX_PORT0 0
#define RING_RX_PORT1 1
#define RING_RX_PORT2 2
#define RING_RX_PORT3 3
#define RING_TX 4

#define RING_RX_PORT0_HOLDS 256, PACKET
#define RING_RX_PORT1_HOLDS 256, PACKET
#define RING_RX_PORT2_HOLDS 256, PACKET
#define RING_RX_PORT3_HOLDS 256, PACKET
#define RING_TX_HOLDS 512, PACKET

#endif
