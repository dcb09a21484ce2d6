#define N 5
