// error: variable_length.c:3:7: error: an array of variable length, but there is no stack; give it the largest size
int sum(int n) {
  int a[n];
  a[0] = n;
  return a[0];
}
int main(void) { return sum(3); }
