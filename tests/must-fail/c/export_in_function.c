// error: export_in_function.c:3:14: error: 'export' inside a function: what the linker knows is declared outside; move 'n' there
int main(void) {
  __declspec(export) int n = 0;
  return n;
}
