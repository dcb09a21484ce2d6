// error: floating_literal.c:2:31: error: floating point, which microengines do not have
int main(void) { return (int)(1.5 * 2); }
