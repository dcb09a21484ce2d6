// error: print_formats.c:17:3: error: the format of ixp_print has '%s'; expected %d, %i, %u, %x, %X, %o, %c or %%
// error: print_formats.c:18:3: error: the format of ixp_print asks for 2 arguments, 1 are given
// error: print_formats.c:19:3: error: the format of ixp_print asks for 0 arguments, 1 are given
// error: print_formats.c:20:3: error: the format of ixp_print has a width above 100
// error: print_formats.c:21:3: error: argument 1 of ixp_print reads memory; only local variables can be followed: assign it to one
// error: print_formats.c:22:3: error: argument 1 of ixp_print is no longword; give the upper and the lower half apart
// error: print_formats.c:23:3: error: the condition of ixp_assert reads memory
// error: print_formats.c:24:3: error: the format of ixp_print is no constant text; write it there
#include <ixp.h>
volatile __sram unsigned table[4];
unsigned global;
main() {
  unsigned n = __ctx();
  unsigned long long wide = n;
  const char* text = n ? "a" : "b";

  ixp_print("%s", n);
  ixp_print("%u %u", n);
  ixp_print("none", n);
  ixp_print("%101u", n);
  ixp_print("%u", global);
  ixp_print("%u", wide);
  ixp_assert(global);
  ixp_print(text);
  table[0] = n;
}
