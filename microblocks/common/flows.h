/* State of flows in a scheduler, and its memory, through one interface:
 *   flows_local.h   up to 32 flows, in local memory
 *   flows_sram.h    up to 1024, in SRAM
 *
 *   flow_t *first_state(number)         at the start: where the flow's state is to be filled in
 *   keep_first_state(number), ready()   and that it is; that all are
 *   flow_t *hold(number)                its state in local memory, which stays there until
 *   release(flow)                       it is let go; hold() may wait
 *   queue_of(flow, number, longword)    its hardware queue, for enqueue and dequeue
 *
 * Threads do not preempt each other: code between two waits is atomic. */
#ifndef FLOWS_H
#define FLOWS_H

#include "../systems/blocks.h"

/* Contexts are numbered 0, 2, 4, 6 where there are four. */
#define CONTEXT_STEP (8 / __MECC_CONTEXTS__)

/* Service that flows have received, divided by their weights. Unit: 1/16 cycle of a microengine. */
typedef unsigned long long virtual_t;

/* 1: the scheduler counts packets that have been processed and not begun on the link
   (link_progress.h). */
#ifndef FOLLOWS_LINK
#define FOLLOWS_LINK 0
#endif
#if FOLLOWS_LINK
#define LINK_MEMBER unsigned behind; /* number of packets; for a moment less than 0 */
#else
#define LINK_MEMBER
#endif

/* Code and state of prediction.h. The block's parameters: docs/pcfq.md. */
#ifndef ALPHA_PERCENT
#define ALPHA_PERCENT 50
#endif
#ifndef PAYLOAD_FLOWS
#define PAYLOAD_FLOWS 0 /* bit i: processing of flow i goes over the payload */
#endif
#ifndef RESIZES
#define RESIZES 0
#endif
#define KNOWS_LENGTHS (PAYLOAD_FLOWS || RESIZES)
#if KNOWS_LENGTHS
#ifndef REPORT_BEFORE
#error "PAYLOAD_FLOWS and RESIZES need lengths in reports: messages = \"../../rings/tasks.h\""
#endif
#if FLOWS > 32
#error "PAYLOAD_FLOWS and RESIZES are for up to 32 flows"
#endif
#define LENGTHS_MEMBERS                                                                            \
  unsigned payload;       /* `predicted` is cycles a byte, in 1 / 2^RATE_SHIFT */                  \
  unsigned before, after; /* sums of sizes, around processing */                                   \
  unsigned rho;           /* size after processing over size before, in 1 / 2^RHO_SHIFT */
#else
#define LENGTHS_MEMBERS
#endif
#define RATE_SHIFT 16
#define RHO_SHIFT 16

/* 1: flows without a weight of the processors need none: their packets go past processing. */
#ifndef SKIPS
#define SKIPS 0
#endif

#define FLOW_MEMBERS                                                                               \
  virtual_t account;       /* state of the discipline: finish of the last packet, credit */     \
  unsigned head;           /* handle of the packet taken out of the queue ahead of time */         \
  unsigned head_message;   /* and longword 1 of its message */                                     \
  unsigned packets;        /* not yet sent; the flow is backlogged when there are any */           \
  unsigned stored;         /* of them in the hardware queue */                                     \
  unsigned weight;         /* all that this scheduler charges, 0: refused */                       \
  unsigned cost_per_cycle; /* virtual time with COST_SHIFT more places */                          \
  unsigned cost_per_byte;                                                                          \
  unsigned predicted;      /* cycles the next packet's processing is expected to take */           \
  LENGTHS_MEMBERS                                                                                  \
  LINK_MEMBER

#if FLOWS <= 32
#include "flows_local.h"
#else
#include "flows_sram.h"
#endif

#endif
