/* Rings, messages and counters of @name@.toml, read by microcode and by the tools. Format:
 * ixp2400/rings/field.h. */
#ifndef @NAME@_H
#define @NAME@_H

#include "ixp2400/rings/forward.h"

/* Drop counter: frames longer than BYTES_MAX. The first address after the counters of packet.h. */
#define COUNT_@NAME@ 0x3f28

#endif
