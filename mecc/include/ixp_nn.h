/* The ring of next-neighbour registers between two microengines. Test inp_state_nn_full of the
   receiver before putting, inp_state_nn_empty before taking. */
#ifndef IXP_NN_H
#define IXP_NN_H

#include <ixp_dialect.h>

__me_inline void nn_ring_enqueue_incr(unsigned value) { __me_nn_put(value); }
__me_inline unsigned nn_ring_dequeue_incr(void) { return __me_nn_get(); }
__me_inline unsigned nn_ring_dequeue(void) { return __me_nn_peek(); } /* without removing it */

#endif
