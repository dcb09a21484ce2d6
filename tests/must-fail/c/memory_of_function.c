// error: memory_of_function.c:2:22: error: the result of 'sum' is a value, which is in no memory; omit the word, or return a pointer
__declspec(sram) int sum(int a) { return a; }
int main(void) { return sum(1); }
