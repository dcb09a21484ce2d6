/* 16 first-in-first-out queues as linked lists of 64 nodes: enqueues or dequeues a node. */
#include "kernel.h"

#define QUEUES 16
#define NODES 64
#define NONE 0xff

typedef struct {
  unsigned head, tail; /* the tail is valid unless the head is NONE */
} queue_t;
STATE queue_t queues[QUEUES];
STATE unsigned next[NODES];
static unsigned first_free, ready;

static void prepare(unsigned x, unsigned y) {
  unsigned n;
  if (ready) return;
  for (n = 0; n < QUEUES; ++n) queues[n].head = NONE;
  for (n = 0; n < NODES; ++n) next[n] = n + 1;
  next[NODES - 1] = NONE;
  ready = 1;
}

KERNEL kernel(unsigned x, unsigned y) {
  queue_t LOCAL *queue = &queues[x % QUEUES];
  unsigned node;
  if (x & 0x100) {
    node = first_free;
    if (node == NONE) return 255;
    first_free = next[node];
    next[node] = NONE;
    if (queue->head == NONE)
      queue->head = node;
    else
      next[queue->tail] = node;
    queue->tail = node;
    return node;
  }
  node = queue->head;
  if (node == NONE) return 254;
  queue->head = next[node];
  next[node] = first_free;
  first_free = node;
  return 64 + node;
}
