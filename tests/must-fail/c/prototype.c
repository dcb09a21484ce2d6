// error: prototype.c:4:25: error: call of 'g' does not match its definition, which takes 3 argument(s); declare it with a prototype before the call
int f(a, b) { return a + b; }
int g();
int main(void) { return g(1); }
int g(a, b, c) { return a + b + c; }
