// error: unclosed_declspec.c:2:1: error: this __declspec( is never closed, write ')' after its last word
__declspec(sram int a;
int main(void { return a; }
