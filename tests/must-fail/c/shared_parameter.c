// error: shared_parameter.c:2:20: error: 'shared' on the parameter 'n': a parameter belongs to one call; leave the word out
int sum(__declspec(shared) int n) { return n; }
int main(void) { return sum(1); }
