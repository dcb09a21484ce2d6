/* The rings of forwarding, and drops of the dispatch loop's own. */
#ifndef DISPATCH_RINGS_H
#define DISPATCH_RINGS_H

#include "../../../rings/forward.h"

#define COUNT_NO_ROOM 0x3f40 /* for the flow, in the table */
#define COUNT_OVER_LIMIT 0x3f44

#endif
