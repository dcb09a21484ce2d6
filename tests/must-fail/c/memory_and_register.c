// error: memory_and_register.c:2:17: error: 'sram' and 'gp_reg' in one __declspec: an object is in one place
__declspec(sram gp_reg) int a;
int main(void) { return a; }
