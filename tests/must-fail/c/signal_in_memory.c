// error: signal_in_memory.c:3:25: error: 's' is a signal, which is no data and lives nowhere else; write only SIGNAL
#include <ixp.h>
__declspec(sram) SIGNAL s;
int main(void) { return 0; }
