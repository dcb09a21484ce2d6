/* A tournament of the finish times of cached heads: who has the least of all.
 *
 *   leaves     one for each flow, in SRAM
 *   level 3    64 nodes, one for 16 leaves        |
 *   levels 2, 1, 0: 16, 4, 1 nodes                | in local memory
 *
 * A node has the least finish time under it and whose it is: of equals the lower number. When a
 * leaf changes that was the least of its sixteen, those that have a head are read again, four in a
 * burst; then it plays three games with three others each, or fewer, until a node stays as it was.
 * A leaf that comes anew and is not the least of its sixteen costs a comparison. Only the thread
 * that serves works on the tree. */
#ifndef HEAD_TREE_H
#define HEAD_TREE_H

#define NO_HEAD (~0ull)
#define LEAVES 1024
#define LEAVES_SHIFT 4 /* leaves of a node of level 3, as a power of two */
#define QUAD 4         /* leaves in a burst */
#define NODES 85
#define FIRST_OF_LEVEL_3 21

typedef struct __attribute__((packed, aligned(4))) {
  virtual_t finish;
  unsigned flow; /* FLOWS when there is none */
} winner_t;
/* Level by level; the children of node n are nodes 4 n + 1 to 4 n + 4. */
static __declspec(shared local_mem) winner_t winners[NODES];

static __declspec(shared sram aligned(64)) virtual_t leaves[LEAVES];
/* Which of sixteen leaves have a head: two groups in a longword, the lower number in the lower half. */
static __declspec(shared local_mem) unsigned with_head[LEAVES >> LEAVES_SHIFT >> 1];

__intrinsic void clear_heads(void) {
  unsigned i;
  for (i = 0; i < NODES; ++i) {
    winners[i].finish = NO_HEAD;
    winners[i].flow = FLOWS;
  }
  for (i = 0; i < LEAVES; i += QUAD) {
    __declspec(sram_write_reg) unsigned none[2 * QUAD];
    SIGNAL sig_written;
    none[0] = none[1] = none[2] = none[3] = none[4] = none[5] = none[6] = none[7] = ~0u;
    sram_write(none, &leaves[i], 2 * QUAD, sig_done, &sig_written);
    wait_for_all(&sig_written);
  }
}

/* The least of sixteen leaves; four in a burst, and only bursts with a head in them. */
__intrinsic void least_of_leaves(unsigned group, unsigned heads, virtual_t *finish,
                                 unsigned *flow) {
  virtual_t best = NO_HEAD;
  unsigned whose = FLOWS;
  while (heads != 0) {
    __declspec(sram_read_reg) unsigned leaf[2 * QUAD];
    SIGNAL sig_leaves;
    unsigned quad = ffs(heads) & ~(QUAD - 1), i;
    unsigned first = group << LEAVES_SHIFT | quad;
    heads &= ~(0xf << quad);
    sram_read(leaf, &leaves[first], 2 * QUAD, sig_done, &sig_leaves);
    wait_for_all(&sig_leaves);
#pragma clang loop unroll(full)
    for (i = 0; i < QUAD; ++i) {
      virtual_t it = (virtual_t)leaf[2 * i] << 32 | leaf[2 * i + 1];
      if (it < best) {
        best = it;
        whose = first + i;
      }
    }
  }
  *finish = best;
  *flow = whose;
}

/* Plays upwards from a node of level 3 that has a new winner. */
__intrinsic void play(unsigned node, virtual_t finish, unsigned flow) {
  for (;;) {
    winner_t __declspec(local_mem) *child;
    unsigned i;
    winners[node].finish = finish;
    winners[node].flow = flow;
    if (node == 0) return;
    node = (node - 1) >> 2;
    child = &winners[4 * node + 1];
    finish = child[0].finish;
    flow = child[0].flow;
#pragma clang loop unroll(full)
    for (i = 1; i < 4; ++i)
      if (child[i].finish < finish) {
        finish = child[i].finish;
        flow = child[i].flow;
      }
    if (winners[node].flow == flow && winners[node].finish == finish) return;
  }
}

/* A flow's head has another finish time; NO_HEAD: it has none any more. */
__intrinsic void put_head(unsigned number, virtual_t finish) {
  __declspec(sram_write_reg) unsigned leaf[2];
  SIGNAL sig_leaf;
  unsigned group = number >> LEAVES_SHIFT, half = group << 4 & 16, heads, flow = number;
  winner_t __declspec(local_mem) *winner = &winners[FIRST_OF_LEVEL_3 + group];
  unsigned bit = 1u << (half | (number & 15));

  leaf[0] = (unsigned)(finish >> 32);
  leaf[1] = (unsigned)finish;
  sram_write(leaf, &leaves[number], 2, sig_done, &sig_leaf);
  heads = with_head[group >> 1] | bit;
  if (finish == NO_HEAD) heads &= ~bit;
  with_head[group >> 1] = heads;
  wait_for_all(&sig_leaf);

  if (winner->flow == number)
    least_of_leaves(group, heads >> half & 0xffff, &finish, &flow);
  else if (finish > winner->finish || (finish == winner->finish && number > winner->flow))
    return;
  play(FIRST_OF_LEVEL_3 + group, finish, flow);
}

#endif
