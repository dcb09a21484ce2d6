// run: mecc {file} --sarif ./{file} -o {out}/a.uof
// error: ./sarif_onto_input.c: error: would be overwritten by the output
int main(void) { return 0; }
