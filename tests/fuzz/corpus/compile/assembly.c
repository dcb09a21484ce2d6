int main(void) {
  unsigned a = 1, b = 2, d;
  __asm alu[d, a, +, b]
  __asm { alu_shf[a, d, OR, b, <<3]
          ld_field[b, 0011, 7]
          nop }
  __asm immed[d, __ct_const_val(40)];
  asm volatile("alu[%0, --, B, %1]" : "=r"(d) : "r"(a));
  return d;
}
