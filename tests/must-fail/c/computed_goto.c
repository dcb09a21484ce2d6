// error: computed_goto.c:4:3: error: goto through a pointer; use a switch over a number
int main(void) {
  void *p = &&there;
  goto *p;
there:
  return 0;
}
