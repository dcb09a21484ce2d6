/* mr3: multi-resource round robin (Wang, Liang, Li, ICNP 2013), in place of pcfq: elastic round
 * robin on the dominant resource, with control of the progress on the other.
 *
 *   cost       max(predicted cycles / phi_cpu, bytes on the link / phi_bw)
 *   credit     at its turn: the maximum excess of any flow in the round before, less its own
 *   turn       a flow sends until its credit is less than 0: the excess. It may always send one
 *   progress   no turn begins while packets of the flow that have been processed have not begun on
 *              the link; all wait
 *
 * A round is one turn of each flow that had packets when it began. A flow without packets owes
 * nothing. There is no quantum, and the costs of packets need not be known before they leave. */
#include "../common/before_processors.h"

#define CHARGES_CPU 1
#define CHARGES_LINK 1
#define DOMINANT 1
#define FOLLOWS_LINK 1
#define ROUND_RING SR_6
#include "../common/round_robin.h"

static __declspec(shared local_mem) virtual_t greatest, greatest_before; /* excess in this round */
static __declspec(shared gp_reg) unsigned active; /* flows that have packets */
static __declspec(shared gp_reg) unsigned left;   /* turns of this round to come */

#define IN_DEBT(account) ((unsigned)((account) >> 32) & 0x80000000)

__intrinsic void joins(flow_t __declspec(local_mem) *flow) { active += 1; }

__intrinsic int may_begin(flow_t __declspec(local_mem) *flow) { return (int)flow->behind <= 0; }

/* `account` is the flow's excess between its turns, and its credit, in two's complement, during a
   turn. */
__intrinsic void turn_begins(flow_t __declspec(local_mem) *flow) {
  if (left == 0) {
    left = active;
    greatest_before = greatest;
    greatest = 0;
  }
  left -= 1;
  flow->account = greatest_before - flow->account;
}

__intrinsic int pays(flow_t __declspec(local_mem) *flow, virtual_t cost) {
  if (IN_DEBT(flow->account)) return 0;
  flow->account -= cost;
  return 1;
}

__intrinsic void turn_ends(flow_t __declspec(local_mem) *flow) {
  virtual_t excess = 0 - flow->account;
  if (excess > greatest) greatest = excess;
  flow->account = excess;
}

__intrinsic void leaves(flow_t __declspec(local_mem) *flow) {
  if (IN_DEBT(flow->account)) turn_ends(flow);
  flow->account = 0;
  active -= 1;
}

#include "../common/cpu_threads.h"

main() { run(); }
