#ifndef ONE_RING_H
#define ONE_RING_H
#include "../../../../rings/packet.h"
#define MINE 5
#define MINE_HOLDS 256, PACKET
#endif
