// error: shared_function.c:2:12: error: 'shared' on the function 'sum': such words say where data are; leave it out
__declspec(shared) int sum(int a) { return a; }
int main(void) { return sum(1); }
