__declspec(export sram) int table[16];
int main(void) { table[0] = 1; }
