// run: mecc {file} data/main.c -o {out}/a.uof
// error: data/main.c:1: error: 'main' is defined twice; all C files are the program of one microengine
// error:     1 | int main(void) { return 0; }
// error: two_mains.c:6: note: the other definition is here
// error:     6 | int main(void) { return 1; }
int main(void) { return 1; }
