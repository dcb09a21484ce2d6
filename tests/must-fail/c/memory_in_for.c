// error: memory_in_for.c:4:29: error: automatic variable qualified with an address space
// error: note: an object in memory outlives its block: declare it in a statement of its own, or static
int main(void) {
  for (__declspec(sram) int i = 0; i < 4; ++i)
    ;
}
