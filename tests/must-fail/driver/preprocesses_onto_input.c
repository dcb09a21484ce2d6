// run: mecc -E {file} -o {file}
// error: preprocesses_onto_input.c: error: would be overwritten by the output
int main(void) { return 0; }
