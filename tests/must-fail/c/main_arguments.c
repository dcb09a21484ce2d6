// error: main_arguments.c:2:5: error: main has no arguments; write main(void)
int main(int argc, char **argv) { return argc; }
