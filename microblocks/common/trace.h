/* With TRACE, schedulers write their decisions to SRAM: rings/pcfq.h has the records. The block has
 * defined TRACE_AT. A record gets its address at once, so records are in the order of the
 * decisions; then the thread waits until it is written. */
#ifndef TRACE_H
#define TRACE_H

#ifdef TRACE
static __declspec(shared gp_reg) unsigned records;

__intrinsic void trace(unsigned kind, unsigned when, unsigned number, unsigned predicted,
                       unsigned bytes, unsigned measured, virtual_t clock, virtual_t tag) {
  __declspec(sram_write_reg) unsigned record[8];
  __declspec(sram_write_reg) unsigned count;
  SIGNAL sig_record, sig_count;
  unsigned at = TRACE_AT + 32 + (records & (TRACE_RECORDS - 1)) * 32;
  records += 1;
  record[0] = kind << TRACE_KIND_SHIFT | number << 16 | bytes;
  record[1] = when;
  record[2] = predicted;
  record[3] = measured;
  record[4] = (unsigned)(clock >> 32);
  record[5] = (unsigned)clock;
  record[6] = (unsigned)(tag >> 32);
  record[7] = (unsigned)tag;
  count = records;
  sram_write(record, (volatile void __sram *)at, 8, sig_done, &sig_record);
  sram_write(&count, (volatile void __sram *)TRACE_AT, 1, sig_done, &sig_count);
  wait_for_all(&sig_record, &sig_count);
}
#else
#define trace(kind, when, number, predicted, bytes, measured, clock, tag) ((void)0)
#endif

#endif
