// error: undefined_function.c:4:24: error: 'f' is called but defined nowhere; compile the file that defines it together with this one
int f(int);
__declspec(sram) int out;
int main(void) { out = f(1); }
