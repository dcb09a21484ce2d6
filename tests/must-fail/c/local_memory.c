// error: local memory is full: 'second' needs 1600 bytes
// error: move data to another memory, e.g. with __declspec(sram), or use -mdata=sram
__declspec(local_mem shared) int first[400], second[400];
__declspec(sram) int n;
int main(void) {
  n = first[n] + second[n];
  first[n] = second[n + 1] = 4;
}
