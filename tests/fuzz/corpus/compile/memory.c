//3s
__declspec(sram) struct { char c; short s; long long l; } x[4];
__declspec(dram shared) unsigned long long d[4];
__declspec(scratch) unsigned char bytes[16];
static int sum(int *p, int n) { int s = 0; while (n--) s += *p++; return s; }
int main(void) {
  int local[6] = {1, 2, 3, 4, 5, 6};
  for (int i = 0; i < 4; i++) {
    local[i] += x[i].c * x[i].s;
    d[i] = x[i].l / (bytes[i] + 1);
    bytes[i + 4] = sum(local, i + 2);
  }
}
