__declspec(shared gp_reg) int n;
__declspec(sram, aligned(8)) unsigned table[4] = {1, 2, 3, 4};
typedef __declspec(scratch) int cell;
struct __declspec(packed) pair { char a; int *__declspec(dram) *b; };
main() {
  __declspec(dram) int x = n, y = x;
  cell c = 3;
  for (__declspec(local_mem) int i = 0; i < 4; ++i) n += *(__declspec(sram) int *)(table + i);
  return x + y + c;
}
