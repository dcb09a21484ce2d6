// error: local_memory_too_large.c:3:29: error: 'x' takes 100 longwords of local_mem, a context has 80; make it smaller or place it in sram
int main(void) {
  __declspec(local_mem) int x[100];
  return x[0];
}
