// error: import_initialised.c:2:17: error: 'n' is imported and cannot be initialised here; initialise it where it is exported
__declspec(sram import) int n = 3;
int main(void) { return n; }
