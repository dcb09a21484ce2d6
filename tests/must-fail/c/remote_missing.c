// error: remote_missing.c:3: error: remote 'done' is not visible in any program of the system; declare it with __declspec(visible) in the one that owns it
#include <ixp.h>
__declspec(remote) SIGNAL done;
__declspec(sram) int out;
int main(void) { out = __signal_number(&done, 1); }
