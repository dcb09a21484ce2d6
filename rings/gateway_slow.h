/* The rings of gateway-slow.toml: those of the gateway, but all packets pass through the control
 * core, and there are no copies. */
#ifndef RINGS_GATEWAY_SLOW_H
#define RINGS_GATEWAY_SLOW_H

#include "core.h"
#include "gateway.h"

#undef RING_COPIES
#undef RING_COPIES_HOLDS

#endif
