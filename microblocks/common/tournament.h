/* A tournament of the tags of up to 1,024 flows' heads, or of any other value per flow: finds the
 * flow with the minimum.
 *
 *   leaves             one for each flow, in SRAM
 *   level 3            64 nodes, one for 16 leaves   |
 *   levels 2, 1, 0     16, 4, 1 nodes                | in local memory
 *
 * A node has the minimum tag below it and its flow; ties go to the lower number. A new head climbs
 * as long as it is less than the node's tag, one comparison a level. When the minimum leaves or
 * gets a later head, the leaves of its node are read again, eight in a burst, and each node above
 * is compared again, four nodes at a time. Only one thread works on the tree. The including file
 * defines virtual_t (64 bits), FLOWS (up to 1,024), and TAGS_MAY_FALL as 1 if put_head() may give a
 * flow a lower tag than before. */
#ifndef TOURNAMENT_H
#define TOURNAMENT_H

#ifndef TAGS_MAY_FALL
#define TAGS_MAY_FALL 0
#endif

#define NO_HEAD (~0ull)
#define LEAVES 1024
#define LEAVES_SHIFT 4 /* leaves of a node of level 3, as a power of two */
#define BURST 8        /* leaves read at a time */

typedef struct __attribute__((aligned(16))) {
  virtual_t tag;
  unsigned flow; /* FLOWS when there is none */
  unsigned bits; /* level 3: [15:0] leaves with a head, [31:16] flows that want theirs cached */
} node_t;
/* Level by level from ROOT on. Four that play each other are aligned, so that one pointer reaches
   them: the parent of node n is n / 4 + 2. */
#define ROOT 3
#define LEVEL_3 24
#define NODES 88
static __declspec(shared local_mem aligned(64)) node_t nodes[NODES];

static __declspec(shared sram aligned(64)) virtual_t leaves[LEAVES];

__intrinsic void clear_tournament(void) {
  unsigned i;
  for (i = 0; i < NODES; ++i) {
    nodes[i].tag = NO_HEAD;
    nodes[i].flow = FLOWS;
    nodes[i].bits = 0;
  }
  for (i = 0; i < LEAVES; i += 4) {
    __declspec(sram_write_reg) unsigned none[8];
    SIGNAL sig_written;
    none[0] = none[1] = none[2] = none[3] = none[4] = none[5] = none[6] = none[7] = ~0u;
    sram_write(none, &leaves[i], 8, sig_done, &sig_written);
    wait_for_all(&sig_written);
  }
}

/* A flow, of which others must know no tag yet, comes in with one. */
__intrinsic void climb(unsigned n, virtual_t tag, unsigned flow) {
  for (;;) {
    node_t __declspec(local_mem)* node = &nodes[n];
    if (node->tag < tag) return;
    if (node->tag == tag && node->flow < flow) return;
    node->tag = tag;
    node->flow = flow;
    if (n == ROOT) return;
    n = (n >> 2) + 2;
  }
}

/* Plays the games again that `flow` has won, from node n up, which has another winner. */
__intrinsic void play_again(unsigned n, unsigned flow, virtual_t tag, unsigned winner) {
  for (;;) {
    node_t __declspec(local_mem)* four = &nodes[n & ~3u];
    unsigned i;
    nodes[n].tag = tag;
    nodes[n].flow = winner;
    if (n == ROOT) return;
    n = (n >> 2) + 2;
    if (nodes[n].flow != flow) return;
    tag = four[0].tag;
    winner = four[0].flow;
#pragma clang loop unroll(full)
    for (i = 1; i < 4; ++i)
      if (four[i].tag < tag) {
        tag = four[i].tag;
        winner = four[i].flow;
      }
  }
}

/* The least of a node's sixteen leaves, of which `heads`, not 0, says which count. */
__intrinsic void least_of_leaves(unsigned first, unsigned heads, virtual_t* tag, unsigned* flow) {
  virtual_t best = NO_HEAD;
  do {
    __declspec(sram_read_reg) unsigned leaf[2 * BURST];
    SIGNAL sig_leaves;
    unsigned eight = ffs(heads) & BURST, i;
    heads &= ~(0xff << eight);
    sram_read_ind(leaf, &leaves[first | eight], 2 * BURST, ind_count(2 * BURST), sig_done,
                  &sig_leaves);
    wait_for_all(&sig_leaves);
#pragma clang loop unroll(full)
    for (i = 0; i < BURST; ++i) {
      virtual_t it = (virtual_t)leaf[2 * i] << 32 | leaf[2 * i + 1];
      if (it < best) {
        best = it;
        *flow = first | eight | i;
      }
    }
  } while (heads != 0);
  *tag = best;
}

/* A flow's head has another tag; NO_HEAD: it has none any more. */
static __noinline void put_head(unsigned flow, virtual_t tag) {
  __declspec(sram_write_reg) unsigned leaf[2];
  SIGNAL sig_leaf;
  unsigned n = LEVEL_3 + (flow >> LEAVES_SHIFT), first = flow & ~15u;
  node_t __declspec(local_mem)* node = &nodes[n];
  unsigned bit = 1u << (flow & 15), others = node->bits & 0xffff & ~bit;

  leaf[0] = (unsigned)(tag >> 32);
  leaf[1] = (unsigned)tag;
  sram_write(leaf, &leaves[flow], 2, sig_done, &sig_leaf);
  if (tag == NO_HEAD)
    node->bits &= ~bit;
  else
    node->bits |= bit;

  if (node->flow != flow || (TAGS_MAY_FALL && tag <= node->tag)) {
    if (tag != NO_HEAD) climb(n, tag, flow);
    wait_for_all(&sig_leaf);
  } else if (others == 0) {
    play_again(n, flow, tag, tag == NO_HEAD ? FLOWS : flow);
    wait_for_all(&sig_leaf);
  } else {
    unsigned winner;
    wait_for_all(&sig_leaf); /* it is read again */
    least_of_leaves(first, node->bits & 0xffff, &tag, &winner);
    play_again(n, flow, tag, winner);
  }
}

#endif
