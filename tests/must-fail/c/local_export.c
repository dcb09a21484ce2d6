// error: local_export.c:3:78: error: 't' cannot be remote as a local variable; declare it at file scope
#include <ixp.h>
main() { static __declspec(export sram) int n; __declspec(visible) SIGNAL s; __declspec(remote) SIGNAL t; n = __signal_number(&s) + __signal_number(&t); }
