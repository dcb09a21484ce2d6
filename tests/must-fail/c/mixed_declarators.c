// error: mixed_declarators.c:3:28: error: 'n' is in memory and 'p' is a pointer in a register, declare them apart
int main(void) {
  __declspec(sram) int n, *p = 0;
  return n + *p;
}
