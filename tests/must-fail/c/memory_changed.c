// error: memory_changed.c:3:27: error: a pointer to one memory becomes a pointer to another; copy the data
__declspec(sram) int a[4];
__declspec(dram) int *p = (__declspec(dram) int *)a;
int main(void) { return *p; }
