// run: mecc {file} -o {out}/a.uof
// error: caret.c:11:27: error: transfer register 'early' is read before signal 'done'
// error:    11 |   return                  *word;
// error:       |                           ^
// error: caret.c:17:40: note: in 'look', inlined from here
// error:    17 |   *(volatile __sram unsigned *)0x104 = look(&early);
// error:       |                                        ^
// Errors that are found after parsing show the line, too, and the lines of calls that were inlined.
#include <ixp.h>
static __forceinline unsigned look(__xread unsigned *word) {
  return                  *word;
}
int main(void) {
  SIGNAL done;
  __xread unsigned early;
  sram_read(&early, (volatile void __sram *)0x100, 1, sig_done, &done);
  *(volatile __sram unsigned *)0x104 = look(&early);
  __wait_for_all(&done);
}
