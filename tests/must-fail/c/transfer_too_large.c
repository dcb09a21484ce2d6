// error: transfer_too_large.c:3:38: error: 'x' takes 17 longwords of sram_read_reg, a context has 16; make it smaller
int main(void) {
  __declspec(sram_read_reg) unsigned x[17];
  return x[0];
}
