/* Rings, messages and counters of @name@.toml, read by microcode and by the tools. Format:
 * ixp2400/rings/field.h. */
#ifndef @NAME@_H
#define @NAME@_H

#include "ixp2400/rings/pcfq.h"

/* Drop counter: packets of a flow with LENGTH_MAX packets queued. The first address after the
 * counters of pcfq.h. */
#define COUNT_@NAME@ 0x3f30

#endif
