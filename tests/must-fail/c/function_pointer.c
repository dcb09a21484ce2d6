// error: function_pointer.c:6:9: error: a pointer to a function; microengines have only direct calls, use a switch
// error: function_pointer.c:6:20: error: 'one' is a function and is not called; functions have no address
// error: function_pointer.c:7:10: error: call through a pointer; microengines have only direct calls
static int one(void) { return 1; }
int main(void) {
  int (*f)(void) = one;
  return f();
}
