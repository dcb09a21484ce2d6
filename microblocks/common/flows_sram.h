/* Up to 1024 flows (flows.h): their state and their queues' descriptors are in SRAM. The 16 used
 * last are resident: the state in local memory, the descriptor in an entry of the queue array. The
 * CAM has their numbers.
 *
 * A thread holds its current flow, which keeps it resident over waits. One thread at a time brings
 * a flow in. It writes back the state and the descriptor of the least recently used flow, whose
 * number leaves the CAM then, and loads the new one's. Other threads with a miss wait until it is
 * done, then look again.
 *
 * The order of commands: those to one entry of the queue array take effect in order, so once the
 * new descriptor has arrived the old one is in memory. The write of the state has a signal. */
#ifndef FLOWS_SRAM_H
#define FLOWS_SRAM_H

#if FLOWS > 1024
#error "FLOWS is more than 1024"
#endif
#if __MECC_CONTEXTS__ != 4
#error "more than 32 flows need room in local memory; give the microengine `contexts = 4`"
#endif

#define RESIDENT 16 /* entries of the CAM, and of the queue array */
#ifndef RESIDENT_FREE
#define RESIDENT_FREE RESIDENT /* for tests: the others are held for ever */
#endif

typedef struct {
  unsigned place; /* [29:24] its entry of the queue array, [23:0] how many threads hold it */
  FLOW_MEMBERS
} flow_t;
#define HOLDERS 0xffffff
#define ENTRY_SHIFT 24
static __declspec(shared local_mem) flow_t resident[RESIDENT];

/* A flow in SRAM: longwords 0 to 2 are its queue's descriptor, from STATE_AT on the state in the
   order below, changing fields first. A head of 0 is none. */
#define RECORD_LONGWORDS 16
#define STATE_AT 4
#define STATE_LONGWORDS (10 + FOLLOWS_LINK)
#define STATE_CHANGING (7 + FOLLOWS_LINK)
static __declspec(shared sram aligned(64)) unsigned flow_records[FLOWS][RECORD_LONGWORDS];

#define RESIDENT_STATE 0 /* states of CAM entries */
#define ARRIVING_STATE 1
static __declspec(shared gp_reg) unsigned swapping; /* a thread brings a flow in */

__intrinsic volatile void __sram *queue_of(flow_t __declspec(local_mem) *flow, unsigned number,
                                           unsigned longword) {
  return (volatile void __sram *)((flow->place & ~HOLDERS) | longword);
}
__intrinsic volatile void __sram *descriptor_of(flow_t __declspec(local_mem) *flow,
                                                unsigned number) {
  return queue_of(flow, number, (unsigned)flow_records[number] >> 2);
}

/* Fills an entry with a flow, over the previous one. The signals come later. */
__intrinsic void load(flow_t __declspec(local_mem) *flow, unsigned number) {
  __declspec(sram_read_reg) unsigned state[STATE_LONGWORDS];
  __declspec(sram_read_reg) unsigned head_count[2];
  SIGNAL sig_state, sig_descriptor;
  sram_read_ind(state, &flow_records[number][STATE_AT], STATE_LONGWORDS, ind_count(STATE_LONGWORDS),
                sig_done, &sig_state);
  sram_read_qdesc_head(head_count, descriptor_of(flow, number), 2, sig_done,
                       &sig_descriptor);
  sram_read_qdesc_other(descriptor_of(flow, number));
  wait_for_all(&sig_state, &sig_descriptor);
  flow->account = (virtual_t)state[0] << 32 | state[1];
  flow->head = state[2];
  flow->head_message = state[3];
  flow->packets = state[4];
  flow->stored = state[5];
  flow->predicted = state[6];
#if FOLLOWS_LINK
  flow->behind = state[7];
#endif
  flow->weight = state[STATE_CHANGING];
  flow->cost_per_cycle = state[STATE_CHANGING + 1];
  flow->cost_per_byte = state[STATE_CHANGING + 2];
}

/* The entry of the CAM that was unused for longest and is not held. A held entry counts as used
   when it is found here. At most four threads hold a flow each. */
__intrinsic unsigned least_recently_used(unsigned number, unsigned candidate) {
  while (resident[candidate].place & HOLDERS) {
    cam_lookup(cam_read_tag(candidate));
    candidate = cam_lookup(number).entry_num; /* which is not there: the least recently used */
  }
  return candidate;
}

/* Makes a flow resident. No other thread uses it. */
__intrinsic unsigned bring_in(unsigned number, unsigned candidate) {
  __declspec(sram_write_reg) unsigned state[STATE_CHANGING];
  SIGNAL sig_written;
  unsigned entry, old;
  flow_t __declspec(local_mem) *flow;
  swapping = 1;
  entry = least_recently_used(number, candidate);
  flow = &resident[entry];
  flow->place += 1;
  old = cam_read_tag(entry);
  cam_write(entry, number, ARRIVING_STATE);
  state[0] = (unsigned)(flow->account >> 32);
  state[1] = (unsigned)flow->account;
  state[2] = flow->head;
  state[3] = flow->head_message;
  state[4] = flow->packets;
  state[5] = flow->stored;
  state[6] = flow->predicted;
#if FOLLOWS_LINK
  state[7] = flow->behind;
#endif
  sram_write(state, &flow_records[old][STATE_AT], STATE_CHANGING, sig_done, &sig_written);
  sram_write_qdesc(descriptor_of(flow, old));
  load(flow, number);
  wait_for_all(&sig_written);
  cam_write_state(entry, RESIDENT_STATE);
  swapping = 0;
  return entry;
}

__intrinsic flow_t __declspec(local_mem) *hold(unsigned number) {
  for (;;) {
    cam_lookup_t found = cam_lookup(number);
    if (found.hit) {
      if (found.state == RESIDENT_STATE) {
        resident[found.entry_num].place += 1;
        return &resident[found.entry_num];
      }
    } else if (!swapping) {
      return &resident[bring_in(number, found.entry_num)];
    }
    ctx_wait(voluntary);
  }
}
__intrinsic void release(flow_t __declspec(local_mem) *flow) { flow->place -= 1; }

/* ------------------------------------------------------------------ initialization */

/* States are filled in one after the other in the same place. */
__intrinsic flow_t __declspec(local_mem) *first_state(unsigned number) { return &resident[0]; }

__intrinsic void keep_first_state(unsigned number) {
  __declspec(sram_write_reg) unsigned zero[8], weights_costs[8];
  SIGNAL sig_zero, sig_state;
  zero[0] = zero[1] = zero[2] = zero[3] = zero[4] = zero[5] = zero[6] = zero[7] = 0;
  weights_costs[0] = weights_costs[1] = weights_costs[2] = weights_costs[6] = weights_costs[7] = 0;
#if FOLLOWS_LINK
  weights_costs[3] = 0;
#endif
  weights_costs[STATE_AT + STATE_CHANGING - 8] = resident[0].weight;
  weights_costs[STATE_AT + STATE_CHANGING - 7] = resident[0].cost_per_cycle;
  weights_costs[STATE_AT + STATE_CHANGING - 6] = resident[0].cost_per_byte;
  sram_write(zero, &flow_records[number][0], 8, sig_done, &sig_zero);
  sram_write(weights_costs, &flow_records[number][8], 8, sig_done, &sig_state);
  wait_for_all(&sig_zero, &sig_state);
}

/* The first flows are resident at the start. */
__intrinsic void ready(void) {
  unsigned i;
  for (i = 0; i < RESIDENT; ++i) {
    resident[i].place = (FIRST_ENTRY + i) << ENTRY_SHIFT | (i >= RESIDENT_FREE);
    load(&resident[i], i);
    cam_write(i, i, RESIDENT_STATE);
  }
}

#endif
