// error: assembly_words.c:14:9: error: an instruction in C takes no words behind its bracket; use the intrinsic that does what this says
// error: assembly_words.c:15:9: error: 'sram' in inline assembly; call sram_read and the like from <ixp_sram.h>
// error: assembly_words.c:16:9: error: 'br' in inline assembly; write goto
// error: assembly_words.c:17:9: error: an operand of 'alu' is missing, write -- for none
// error: assembly_words.c:18:9: error: '$0': registers are the compiler's to choose; name a C variable
// error: assembly_words.c:19:9: error: '+carry' needs the instruction before it, and the compiler may put others between; add unsigned long long in C
// error: assembly_words.c:20:9: error: '<<indirect' needs the instruction before it, and the compiler may put others between; shift by a variable in C
// error: assembly_words.c:21:9: error: 'alu[a0, b1, PLUS, a1]' is not an instruction: unexpected "PLUS, a1]", expected B
// error: assembly_words.c:22:9: error: 'alu' has 2 operands, expected 4 to 5
// error: assembly_words.c:23:9: error: 'ctx_arb' in inline assembly; call wait_for_all, wait_for_any or ctx_wait from <ixp_signal.h>
#include <ixp.h>
main() {
  unsigned a = 1, b = 2, c = 0x12345;
  __asm alu[a, a, +, b], gpr_wrboth
  __asm sram[read, a, b, 0, 1]
  __asm br[somewhere]
  __asm alu[a, , +, b]
  __asm alu[a, $0, +, b]
  __asm alu[a, a, +carry, b]
  __asm alu_shf[a, a, OR, b, <<indirect]
  __asm alu[a, a, PLUS, b]
  __asm alu[a, a]
  __asm ctx_arb[voluntary]
}
