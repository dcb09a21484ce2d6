// error: import_missing.c:3:27: error: symbol 'table' is not defined in any program of the system; define it with __declspec(export) in one of them
extern __declspec(import sram) int table[4];
int main(void) { table[0] = 1; }
