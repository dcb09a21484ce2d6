// error: variadic.c:2:5: error: 'sum' takes any number of arguments, which needs a stack; name them all
int sum(int n, ...) { return n; }
int main(void) { return sum(3); }
