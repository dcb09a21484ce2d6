/* Deficit round robin (Shreedhar, Varghese, SIGCOMM 1995): at each turn a flow gets a quantum and
 * sends while the quantum and its credit from earlier turns pay for its head. It keeps the rest as
 * credit; a flow without packets loses its credit.
 *
 * Costs are divided by the flow's weight (costs.h): one quantum for all gives shares by weight. */
#ifndef DEFICIT_H
#define DEFICIT_H

#include "round_robin.h"

/* Quantum of a flow of weight 1 at a turn, in cycles of virtual time. A decision takes a constant
   time when no packet costs more. */
#ifndef QUANTUM
#define QUANTUM 131072
#endif
#if QUANTUM < 1024
#error "QUANTUM is less than 1024 cycles: a packet would need too many turns"
#endif

__intrinsic void joins(flow_t __declspec(local_mem) *flow) {}
__intrinsic int may_begin(flow_t __declspec(local_mem) *flow) { return 1; }
__intrinsic void turn_begins(flow_t __declspec(local_mem) *flow) {
  flow->account += (virtual_t)QUANTUM << VIRTUAL_SHIFT;
}
__intrinsic int pays(flow_t __declspec(local_mem) *flow, virtual_t cost) {
  if (cost > flow->account) return 0;
  flow->account -= cost;
  return 1;
}
__intrinsic void turn_ends(flow_t __declspec(local_mem) *flow) {}
__intrinsic void leaves(flow_t __declspec(local_mem) *flow) { flow->account = 0; }

#endif
