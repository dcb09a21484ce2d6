// error: indirect_call.c:7:9: error: a pointer to a function; microengines have only direct calls, use a switch over a number
// error: indirect_call.c:7:26: error: 'one' is a function and is not called
static int one(void) { return 1; }
static int two(void) { return 2; }
__declspec(sram) int out;
int main(void) {
  int (*f)(void) = out ? one : two;
  out = f();
}
