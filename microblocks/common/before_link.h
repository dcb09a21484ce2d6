/* The place of a scheduler between processing and tx: its rings, its queues, its trace. */
#ifndef BEFORE_LINK_H
#define BEFORE_LINK_H

#include "../systems/blocks.h"

#define RING_IN SR_4
#define RING_OUT SR_5
#define FIRST_ENTRY LINK_QUEUE_ENTRY
#define FIRST_DESCRIPTOR LINK_QUEUE_BASE
#define TRACE_AT TRACE_LINK_BASE

#endif
