// error: pointer_to_other_memory.c:4:23: error: initializing '__dram int *' with an expression of type '__sram int *'
// error: note: a pointer to one memory cannot become a pointer to another; declare both with the same word
__declspec(sram) int n;
__declspec(dram) int *p = &n;
