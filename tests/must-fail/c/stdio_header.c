// error: stdio_header.c:3:10: fatal error: 'stdio.h' file not found
// error: stdio_header.c:3:10: note: microengines have no files; ixp_print() of <ixp_debug.h> prints in the emulator
#include <stdio.h>
int main(void) {}
