/* The place of a scheduler in front of the processors: its rings, its queues, its trace. */
#ifndef BEFORE_PROCESSORS_H
#define BEFORE_PROCESSORS_H

#include "../systems/blocks.h"

#define RING_IN SR_1
#define RING_OUT SR_2
#define FIRST_ENTRY QUEUE_ENTRY
#define FIRST_DESCRIPTOR QUEUE_BASE
#define TRACE_AT TRACE_BASE

#endif
