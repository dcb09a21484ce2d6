// error: assembly_words.c:14:9: error: 'alu[a0, b1, +, a1], gpr_wrboth' is not an instruction
// error: assembly_words.c:15:9: error: 'sram' has 3 operands, expected 5
// error: assembly_words.c:16:9: error: label 'somewhere' does not stand in this block
// error: assembly_words.c:17:9: error: an operand of 'alu' is missing, write -- for none
// error: assembly_words.c:18:9: error: '$0': registers are the compiler's to choose; name a C variable
// error: assembly_words.c:19:9: error: 'alu[a0, b1, +carry, a1]' needs the condition codes of an instruction before it; write both into one block: __asm { .. }
// error: assembly_words.c:20:9: error: 'alu_shf' needs the instruction before it; write both into one block
// error: assembly_words.c:21:9: error: 'alu[a0, b1, plus, a1]' is not an instruction: unexpected "plus, a1]", expected B
// error: assembly_words.c:22:9: error: 'alu' has 2 operands, expected 4 to 5
// error: assembly_words.c:25:11: error: 'bne' needs the condition codes, but 'sram' in between loses them; put it behind what sets them
#include <ixp.h>
main() {
  unsigned a = 1, b = 2; __xread unsigned x; SIGNAL s;
  __asm alu[a, a, +, b], gpr_wrboth
  __asm sram[read, a, b]
  __asm br[somewhere]
  __asm alu[a, , +, b]
  __asm alu[a, $0, +, b]
  __asm alu[a, a, +carry, b]
  __asm alu_shf[a, a, OR, b, <<indirect]
  __asm alu[a, a, plus, b]
  __asm alu[a, a]
  __asm { l: alu[--, a, -, b]
          sram[read, x, a, 0, 1], ctx_swap[s]
          bne[l] }
}
