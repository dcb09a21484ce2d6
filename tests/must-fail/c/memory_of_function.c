// error: memory_of_function.c:2:22: error: what 'sum' returns is a value, which is in no memory; leave the word out, or return a pointer
__declspec(sram) int sum(int a) { return a; }
int main(void) { return sum(1); }
