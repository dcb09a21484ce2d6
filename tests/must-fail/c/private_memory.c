// error: local memory is exhausted: a context needs 101 longwords for variables and spilled registers and has 80; main keeps 100; use fewer variables at once, smaller arrays, or -mdata=sram
/* Eight contexts have 80 longwords each. */
__declspec(sram) int n;
int main(void) {
  int table[100];
  for (int i = 0; i < 100; i++)
    table[i] = n + i;
  n = table[n];
}
