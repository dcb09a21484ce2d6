// error: error: recursion odd -> even -> odd, but there is no run-time stack; use a loop
// error: recursion.c:6:71: note: 'odd' calls 'even' here
// error: recursion.c:5:72: note: 'even' calls 'odd' here
static __attribute__((noinline)) int odd(int n);
static __attribute__((noinline)) int even(int n) { return n == 0 ? 1 : odd(n - 1); }
static __attribute__((noinline)) int odd(int n) { return n == 0 ? 0 : even(n - 1); }
__declspec(sram) int out;
int main(void) { out = even(out); }
