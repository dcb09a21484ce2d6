// error: signal_members.c:8:25: error: 's' is a signal, which is no data and lives nowhere else; write only SIGNAL
// error: signal_members.c:9:51: error: 'p' has signals, which are no data and live in no memory; declare it without a memory, or the signals by themselves
// error: signal_members.c:10:60: error: 'r' has signals, which are no data and live in no memory; declare it without sram_read_reg, or the signals by themselves
// error: signal_members.c:11:30: error: 't' is a signal, which is no data and lives nowhere else; write only SIGNAL
// error: signal_members.c:12:54: error: 'v' has data beside its signals, and only signals have numbers that others may ask for; declare them by themselves
// error: signal_members.c:13:33: error: 'u' has a signal in a union, but signals are no data that share a place; use a structure
#include <ixp.h>
__declspec(sram) SIGNAL s[2];
__declspec(sram) struct { SIGNAL d; unsigned k; } p[2];
__declspec(sram_read_reg) struct { SIGNAL d; unsigned k; } r;
__declspec(local_mem) SIGNAL t[2];
__declspec(visible) struct { SIGNAL d; unsigned k; } v;
union { SIGNAL s; unsigned n; } u;
int main(void) { return 0; }
