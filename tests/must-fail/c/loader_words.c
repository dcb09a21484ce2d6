// error: loader_words.c:7:25: error: '__LoadTimeConstant' is unavailable: declare the value with __declspec(import)
// error: loader_words.c:7:51: error: 'LoadTimeConstant' is unavailable: declare the value with __declspec(import)
// error: loader_words.c:8:22: error: '__link_sym' is unavailable: declare the symbol with __declspec(import) and take its address
// error: loader_words.c:9:3: error: '__alloc_resource' is unavailable: define a variable with __declspec(export)
#include <ixp.h>
main() {
  volatile unsigned a = __LoadTimeConstant("x") + LoadTimeConstant("y");
  volatile void *p = __link_sym("z");
  __alloc_resource("ring");
  __global_label("here");
}
