// error: unknown_word.c:2:12: error: unknown word 'gp_regs' in __declspec; did you mean 'gp_reg'?
__declspec(gp_regs) int a;
int main(void) { return a; }
