/* The rings of @name@.toml: rx -RING_RX_PORT0-> @name@ -RING_TX-> tx, and the counter of @name@. */
#ifndef RINGS_@NAME@_H
#define RINGS_@NAME@_H

#include "forward.h"

/* Drop counter: longer than BYTES_MAX. After the counters of packet.h. */
#define COUNT_@NAME@ 0x3f28

#endif
