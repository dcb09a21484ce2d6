// run: mecc {file} --control-store=40 -o {out}/a.uof
// error: instructions and the control store 40; the largest functions are main (
// error: hash (
// error: call instead of inlining (__noinline), compile with -Os, or give work to another microengine
static __attribute__((noinline)) int hash(int x) {
  x ^= x >> 7; x += x << 3; x ^= x >> 11; x += x << 15; x ^= x >> 4;
  x ^= x >> 9; x += x << 5; x ^= x >> 12; x += x << 7; x ^= x >> 3;
  return x;
}
__declspec(sram shared) int in[8];
int main(void) {
  for (int i = 0; i < 8; i++)
    in[i] = hash(in[i]) + hash(i);
}
