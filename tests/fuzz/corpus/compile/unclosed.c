__declspec(sram shared(
int main(void { __asm { alu[ __asm }