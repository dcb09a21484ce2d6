// error: alloca.c:3:12: error: memory taken from a stack that does not exist; declare an array of constant size
int main(void) {
  int *p = __builtin_alloca(16);
  return p[0];
}
