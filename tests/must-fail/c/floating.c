// error: floating.c:2:8: error: floating point, which microengines do not have; use integers
double weight;
int main(void) { return 0; }
