/* Hardware queues of packets, channel 0. */
#ifndef QUEUES_H
#define QUEUES_H

#include "../systems/blocks.h"

/* Queues give whole buffers, regardless of their cell count (QC_IGN_SEG_CNT). */
__intrinsic void set_packet_queues(void) {
  __declspec(sram_read_reg) unsigned before;
  __declspec(sram_write_reg) unsigned control;
  SIGNAL sig_read, sig_written;
  sram_csr_read(&before, (volatile void __sram *)0, sig_done, &sig_read);
  wait_for_all(&sig_read);
  control = before | 1 << 13;
  sram_csr_write(&control, (volatile void __sram *)0, sig_done, &sig_written);
  wait_for_all(&sig_written);
}

/* An empty queue: its descriptor in SRAM, and loaded into the queue array. */
__intrinsic void make_queue(unsigned entry, unsigned descriptor) {
  __declspec(sram_write_reg) unsigned zero[4];
  __declspec(sram_read_reg) unsigned back[4], loaded[2];
  SIGNAL sig_written, sig_back, sig_loaded;
  zero[0] = zero[1] = zero[2] = zero[3] = 0;
  sram_write(zero, (volatile void __sram *)descriptor, 4, sig_done, &sig_written);
  wait_for_all(&sig_written);
  sram_read(back, (volatile void __sram *)descriptor, 4, sig_done, &sig_back); /* is there now */
  wait_for_all(&sig_back);
  sram_read_qdesc_tail(loaded, sram_queue(0, entry, descriptor >> 2), 2, sig_done, &sig_loaded);
  wait_for_all(&sig_loaded);
  sram_read_qdesc_other(sram_queue(0, entry, descriptor >> 2));
}

#endif
