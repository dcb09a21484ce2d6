// error: asm_unknown.c:4:9: error: 'frobnicate' is no instruction; expected alu,
int main(void) {
  int x = 1;
  __asm frobnicate[x, 1];
}
