// error: no_header.c:5:3: error: use of undeclared identifier 'SIGNAL'
// error: note: types and functions of Microengine C are declared in <ixp.h>; did you forget to include it?
// error: no_header.c:6:3: error: call to undeclared function 'ctx_wait'
int main(void) {
  SIGNAL s;
  ctx_wait(0);
}
