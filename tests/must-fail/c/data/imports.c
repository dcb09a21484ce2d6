extern __declspec(import sram) int tables[16];
int main(void) { tables[0] = 1; }
