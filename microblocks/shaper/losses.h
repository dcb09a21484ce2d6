/* LAYERS: a packet of an enhancement layer is of no use when its picture has lost something of the
 * layer below it. Layers of a picture have the same RTP timestamp; each stream keeps those of its
 * latest losses (stream_table.h), and a layer that drops a packet for it has lost it, too, for the
 * layer above. */
#ifndef LOSSES_H
#define LOSSES_H

#ifdef LAYERS
/* Whether the layer that `attributes` name as the base has lost something of that time. */
static __noinline int base_lost(unsigned attributes, unsigned rtp_time) {
  __declspec(sram_read_reg) unsigned losses[1 + STREAM_LOST_KEPT];
  SIGNAL sig_losses;
  unsigned base = STREAM_BASE_OF(attributes), count;
  if (base - 1 >= STREAM_ENTRIES) return 0;
  sram_read(losses, of_entry(base - 1, STREAM_LOSSES), 1 + STREAM_LOST_KEPT, ctx_swap, &sig_losses);
  count = losses[0];
  return (count > 0 && losses[1] == rtp_time) || (count > 1 && losses[2] == rtp_time) ||
         (count > 2 && losses[3] == rtp_time) || (count > 3 && losses[4] == rtp_time);
}

/* The stream that is open has lost something of that time. One picture takes one place. */
static __noinline void note_loss(unsigned rtp_time) {
  __declspec(sram_read_reg) unsigned losses[1 + STREAM_LOST_KEPT];
  __declspec(sram_write_reg) unsigned count, time;
  SIGNAL sig_losses, sig_count, sig_time;
  unsigned last;
  sram_read(losses, of_entry(stream.number, STREAM_LOSSES), 1 + STREAM_LOST_KEPT, ctx_swap,
            &sig_losses);
  switch (losses[0] % STREAM_LOST_KEPT) { /* the place before the next one */
  case 0: last = losses[4]; break;
  case 1: last = losses[1]; break;
  case 2: last = losses[2]; break;
  default: last = losses[3];
  }
  if (losses[0] != 0 && last == rtp_time) return;
  time = rtp_time;
  count = losses[0] + 1;
  sram_write(&time, of_entry(stream.number, STREAM_LOST + losses[0] % STREAM_LOST_KEPT * 4), 1,
             sig_done, &sig_time);
  sram_write(&count, of_entry(stream.number, STREAM_LOSSES), 1, sig_done, &sig_count);
  wait_for_all(&sig_time, &sig_count);
}
#else
#define base_lost(attributes, rtp_time) 0
#define note_loss(rtp_time) ((void)0)
#endif

#endif
