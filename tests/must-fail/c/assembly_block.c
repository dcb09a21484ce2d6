// error: assembly_block.c:3:11: error: expected an instruction such as alu[d, a, +, b]
main() {
  __asm { 5 }
}
