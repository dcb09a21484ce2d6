// error: export_in_function.c:3:14: error: 'export' inside a function: objects known to the linker are declared outside; move 'n' there
int main(void) {
  __declspec(export) int n = 0;
  return n;
}
