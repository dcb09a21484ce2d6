// error: asm_operator.c:4:11: error: 'alu[a0, b1, plus, a1]' is not an instruction: unexpected "plus, a1]", expected B | + | ~B | +16 | AND | +8 | ~AND | -carry | AND~ | +carry | OR | - | XOR | B-A
int main(void) {
  unsigned a = 1, b = 2, c;
  __asm { alu[c, a, PLUS, b] }
}
