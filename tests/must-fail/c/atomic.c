// error: atomic.c:5:10: error: C's atomic operations are not the memories'; use sram_test_and_add
// error: atomic.c:6:10: error: C's atomic operations are not the memories'
int n;
int main(void) {
  return __sync_fetch_and_add(&n, 1) +
         __atomic_load_n(&n, 0);
}
