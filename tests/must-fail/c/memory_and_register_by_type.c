// error: memory_and_register_by_type.c:3:12: error: 'a' is in memory by its type and cannot be gp_reg, too; leave one of them out
typedef __declspec(sram) int in_sram;
__declspec(gp_reg) in_sram a;
int main(void) { return a; }
