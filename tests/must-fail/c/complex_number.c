// error: complex_number.c:3:14: error: a complex number; use a structure of two integers
// error: complex_number.c:5:22: error: a vector, which microengines do not have; use an array
_Complex int c;
typedef int vec __attribute__((vector_size(8)));
int main(void) { vec v = {1, 2}; return v[0] + __real__ c; }
