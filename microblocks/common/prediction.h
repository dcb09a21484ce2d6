/* Prediction for a packet before it is processed: its cycles, and its size afterwards (Sabrina,
 * Kanhere, Jha, IEEE Trans. Computers 2007).
 *
 *   PP <- (alpha P + (1 - alpha) PP) SF    after each packet of P cycles; 0 at first
 *         SF = 1                           processing that looks at headers
 *         SF = L(t+1) / L(t)               processing of payload (PAYLOAD_FLOWS): the length of the
 *                                          flow's next packet over that of this one
 *   rho = mean size after / mean size before processing, 1 at first (RESIZES)
 *
 * In integers:
 *   alpha     in 1/65536, from ALPHA_PERCENT
 *   SF = 1    PP to the nearest cycle, halves up
 *   payload   PP / L obeys the same formula without SF (divide it by L(t+1)). So cycles a byte are
 *             smoothed, in 1/65536, at most 32767, and the prediction for a packet is that times
 *             its length
 *   rho       in 1/65536, of sums of sizes as the link is charged for them. Both are halved when
 *             one reaches 2^30, so that earlier packets weigh less
 *
 * Lengths come with reports (rings/tasks.h). */
#ifndef PREDICTION_H
#define PREDICTION_H

#include "costs.h"

#define ALPHA ((ALPHA_PERCENT * 65536 + 50) / 100)
#if ALPHA_PERCENT < 1 || ALPHA_PERCENT > 100
#error "ALPHA_PERCENT is a whole number from 1 to 100"
#endif

#define RATE_MAX 0x7fffffffu
#define SUM_HALVED (1u << 30)

__intrinsic unsigned smoothed(unsigned measured, unsigned predicted) {
  if (ALPHA_PERCENT == 50) return (measured + predicted + 1) >> 1;
  return (unsigned)(((virtual_t)measured * ALPHA + (virtual_t)predicted * (65536 - ALPHA) + 32768) >>
                    16);
}

#if KNOWS_LENGTHS
__intrinsic unsigned cycles_a_byte(unsigned cycles, unsigned bytes) {
  virtual_t rate = (((virtual_t)cycles << RATE_SHIFT) + bytes / 2) / bytes;
  return rate > RATE_MAX ? RATE_MAX : (unsigned)rate;
}

__intrinsic void resized(flow_t __declspec(local_mem) *flow, unsigned before, unsigned after) {
  if (after == 0) return;
  flow->before += before + LINK_OVERHEAD_BYTES;
  flow->after += after + LINK_OVERHEAD_BYTES;
  flow->rho = (unsigned)((((virtual_t)flow->after << RHO_SHIFT) + flow->before / 2) / flow->before);
  if ((flow->before | flow->after) & SUM_HALVED) {
    flow->before >>= 1;
    flow->after >>= 1;
  }
}

/* A packet of the flow was processed: the report's longwords. */
__intrinsic void processed(flow_t __declspec(local_mem) *flow, unsigned cycles, unsigned lengths) {
  unsigned before = FIELD_GET(REPORT_BEFORE, lengths);
  if (PAYLOAD_FLOWS && flow->payload)
    flow->predicted = smoothed(cycles_a_byte(cycles, before), flow->predicted);
  else
    flow->predicted = smoothed(cycles, flow->predicted);
  if (RESIZES) resized(flow, before, FIELD_GET(REPORT_AFTER, lengths));
}
#endif

#endif
