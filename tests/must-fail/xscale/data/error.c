int main(void) { missing = 1; return 0; }
