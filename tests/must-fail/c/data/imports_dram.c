extern __declspec(import dram) int table[16];
int main(void) { table[0] = 1; }
