/* LAYERS: a packet of an enhancement layer is useless if its picture has lost a packet of a layer
 * below. All layers of a picture have the same RTP timestamp; the table has the timestamps of each
 * stream's latest losses (stream_table.h). A layer is a stream, or one of several in a stream; then
 * only losses of lower layers matter. A packet dropped for this reason is a loss for the layers
 * above. */
#ifndef LOSSES_H
#define LOSSES_H

#include "waiting.h"

#ifdef LAYERS
typedef struct {
  unsigned count;
  unsigned times[STREAM_LOST_KEPT];
  unsigned layers[STREAM_LOST_KEPT];
} losses_t; /* as they are in the table */

__intrinsic int layered(void) {
  return STREAM_BASE_OF(stream.attributes) == stream.number + 1;
}

/* Whether the layer below `packet` has lost something of its picture. */
static __noinline int base_lost(void) {
  __declspec(sram_read_reg) losses_t losses;
  SIGNAL sig_losses;
  unsigned base = STREAM_BASE_OF(stream.attributes), i;
  unsigned below = layered() ? packet.layer : ~0u;
  if (base - 1 >= STREAM_ENTRIES || !packet.is_rtp) return 0;
  sram_read(&losses, of_entry(base - 1, STREAM_LOSSES), 9, ctx_swap, &sig_losses);
#pragma clang loop unroll(full)
  for (i = 0; i < STREAM_LOST_KEPT; ++i)
    if (losses.count > i && losses.times[i] == packet.rtp_time && losses.layers[i] < below)
      return 1;
  return 0;
}

/* `packet` is lost. One picture takes one place, with its lowest layer. */
static __noinline void note_loss(void) {
  __declspec(sram_read_reg) losses_t losses;
  __declspec(sram_write_reg) unsigned count, time, layer;
  SIGNAL sig_losses, sig_count, sig_time, sig_layer;
  unsigned i, place, last = 0, last_layer = 0;
  if (!packet.is_rtp) return;
  sram_read(&losses, of_entry(stream.number, STREAM_LOSSES), 9, ctx_swap, &sig_losses);
  count = losses.count;
  place = (losses.count - 1) % STREAM_LOST_KEPT; /* of the latest */
#pragma clang loop unroll(full)
  for (i = 0; i < STREAM_LOST_KEPT; ++i)
    if (i == place) {
      last = losses.times[i];
      last_layer = losses.layers[i];
    }
  layer = packet.layer;
  if (losses.count == 0 || last != packet.rtp_time) {
    place = losses.count % STREAM_LOST_KEPT;
    count = losses.count + 1;
  } else if (last_layer <= packet.layer) {
    return;
  }
  time = packet.rtp_time;
  sram_write(&time, of_entry(stream.number, STREAM_LOST + place * 4), 1, sig_done, &sig_time);
  sram_write(&layer, of_entry(stream.number, STREAM_LOST_LAYER + place * 4), 1, sig_done,
             &sig_layer);
  sram_write(&count, of_entry(stream.number, STREAM_LOSSES), 1, sig_done, &sig_count);
  wait_for_all(&sig_time, &sig_layer, &sig_count);
}
#else
#define layered() 0
#define base_lost() 0
#define note_loss() ((void)0)
#endif

#endif
