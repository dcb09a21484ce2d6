// error: parameter_in_memory.c:3:32: error: parameter may not be qualified with an address space
// error: note: a parameter is a value in a register; pass a pointer to the memory, or leave the word out
int twice(__declspec(sram) int x) { return 2 * x; }
