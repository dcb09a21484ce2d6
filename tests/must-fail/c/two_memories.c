// error: two_memories.c:2:17: error: 'sram' and 'dram' in one __declspec: an object is in one memory, leave one of them out
__declspec(sram dram) int a;
int main(void) { return a; }
