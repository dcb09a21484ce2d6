/* Random lateness, to emulate the interrupts and the processing of a host. */
#ifndef LATENESS_H
#define LATENESS_H

/* Sleeps for up to `most` ticks of TIMESTAMP, fewer than 65536. PSEUDO_RANDOM_NUMBER decides; the
 * system file seeds it (`csr`). */
__intrinsic void be_late(unsigned most) {
  unsigned number = 0, n;
  for (n = 0; n < 32; ++n) /* each one has all bits but one of the one before */
    number = local_csr_read(local_csr_pseudo_random_number);
  sleep(((number >> 16) * most >> 16) << 4);
}

#endif
