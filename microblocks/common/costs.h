/* Costs of packets. A packet's cost is its use of a resource over the flow's part of that resource,
 * in virtual time: predicted cycles of the processors, bytes on the link. A scheduler that charges
 * both adds them, or, with DOMINANT, takes the greater one.
 *
 * The block has defined CHARGES_CPU and CHARGES_LINK, each 0 or 1. */
#ifndef COSTS_H
#define COSTS_H

#include "flows.h"

#ifndef DOMINANT
#define DOMINANT 0
#endif
#ifndef PROCESSORS
#define PROCESSORS 4 /* microengines that process packets: the whole of the CPU resource */
#endif
#ifndef STAGES
#define STAGES 1 /* such groups in a row, each with the same work on a packet: a resource each */
#endif
#ifndef LINK_MBPS
#define LINK_MBPS 50 /* rate of the output link: the whole of the other resource, 5 or more */
#endif
#ifndef ME_MHZ
#define ME_MHZ 600
#endif
#ifndef LINK_OVERHEAD_BYTES
#define LINK_OVERHEAD_BYTES 0 /* charge of a frame beyond its own bytes */
#endif

/* Cost of a cycle or byte for a flow of weight 1, in virtual time with COST_SHIFT more places:
   divided by the flow's weight once, when the system starts. */
#if FLOWS <= 32
#define COST_SHIFT 12
#else
#define COST_SHIFT 8 /* for smaller weights */
#endif
#define CYCLE_COST (((virtual_t)WEIGHT_ONE << (VIRTUAL_SHIFT + COST_SHIFT)) / PROCESSORS)
#define BYTE_COST (((8ull * ME_MHZ * WEIGHT_ONE) << (VIRTUAL_SHIFT + COST_SHIFT)) / LINK_MBPS)

/* The cost for a flow of that weight; 0, and the flow is refused, when it has no weight or so
   little that the cost does not fit. */
static __noinline unsigned cost_for(virtual_t cost, unsigned weight) {
  if (weight == 0) return 0;
  cost = (cost + weight / 2) / weight;
  return cost >> 32 ? 0 : (unsigned)cost;
}

__intrinsic void set_weights(flow_t __declspec(local_mem) *flow, unsigned cpu, unsigned link) {
  unsigned weight = 0;
  int refused = 0;
  if (CHARGES_CPU) {
    flow->cost_per_cycle = cost_for(CYCLE_COST, cpu);
    if (!SKIPS || cpu != 0) refused |= flow->cost_per_cycle == 0;
    weight += STAGES * cpu;
  }
  if (CHARGES_LINK) {
    flow->cost_per_byte = cost_for(BYTE_COST, link);
    refused |= flow->cost_per_byte == 0;
    weight += link;
  }
  if (SKIPS && weight == 0) weight = 1; /* a packet that is not queued here */
  flow->weight = refused ? 0 : weight;
}

/* Whether the flow's packets need no processor. */
__intrinsic int skips(flow_t __declspec(local_mem) *flow) {
  return SKIPS && flow->cost_per_cycle == 0;
}

/* The cycles that a packet of the flow is expected to take (prediction.h). */
__intrinsic unsigned predicted_cycles(flow_t __declspec(local_mem) *flow, unsigned bytes) {
#if PAYLOAD_FLOWS
  if (flow->payload)
    return (unsigned)(((virtual_t)flow->predicted * bytes + (1 << (RATE_SHIFT - 1))) >> RATE_SHIFT);
#endif
  return flow->predicted;
}

/* The length that the link will be charged for, in 1 / 2^LENGTH_SHIFT. */
#if RESIZES
#define LENGTH_SHIFT RHO_SHIFT
__intrinsic unsigned length_after(flow_t __declspec(local_mem) *flow, unsigned bytes) {
  return (bytes + LINK_OVERHEAD_BYTES) * flow->rho;
}
#else
#define LENGTH_SHIFT 0
__intrinsic unsigned length_after(flow_t __declspec(local_mem) *flow, unsigned bytes) {
  return bytes + LINK_OVERHEAD_BYTES;
}
#endif

/* Cost of the flow's next packet. */
__intrinsic virtual_t cost(flow_t __declspec(local_mem) *flow, unsigned bytes) {
  virtual_t cpu = 0, link = 0;
  if (CHARGES_CPU) cpu = (virtual_t)predicted_cycles(flow, bytes) * flow->cost_per_cycle;
  if (CHARGES_LINK) link = (virtual_t)length_after(flow, bytes) * flow->cost_per_byte >> LENGTH_SHIFT;
  if (DOMINANT) return (cpu > link ? cpu : link) >> COST_SHIFT;
  return (STAGES * cpu + link) >> COST_SHIFT;
}

#endif
