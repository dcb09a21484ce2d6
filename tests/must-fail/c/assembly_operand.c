// error: assembly_operand.c:4:13: error: an operand of assembly is a register of 32 bits; name an integer that fits, or half of it
int main(void) {
  long long wide = 1;
  __asm alu[wide, --, B, wide]
  return wide;
}
