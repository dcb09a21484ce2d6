// run: mecc {file} --sarif /dev/full -o {out}/a.uof
// error: /dev/full: error: cannot write: No space left on device
int main(void) { return 0; }
