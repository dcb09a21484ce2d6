// error: mixed_declarators.c:3:31: error: objects in memory and pointers in registers are declared with the structure; declare them apart
int main(void) {
  __declspec(sram) struct one {int x; } n, *p = 0;
  return n.x + p->x;
}
