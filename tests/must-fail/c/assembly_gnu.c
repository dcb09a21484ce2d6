// error: assembly_gnu.c:7:3: error: 'ctx_arb[voluntary]' in inline assembly: commands, waits and jumps are not for it; call the intrinsic, or write C
// error: assembly_gnu.c:9:3: error: 'br[there#]' in inline assembly: the statement has no label 'there#'
// error: assembly_gnu.c:8:3: error: 'alu[a0, a0, +, b0, b0]' in inline assembly: unexpected ", b0]", expected ]
#include <ixp.h>
main() {
  unsigned a = 1, b = 2, c = 0x12345;
  asm volatile("ctx_arb[voluntary]");
  asm volatile("alu[%0, %1, +, %2, %3]" : "=r"(a) : "a"(b), "b"(c), "r"(c));
  asm volatile("br[there#]");
}
