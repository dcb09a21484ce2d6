// run: mecc {file} -o included.h
// error: included.h: error: is read by this command and would be overwritten by its output; choose another name
#include "included.h"
int main(void) { return N; }
