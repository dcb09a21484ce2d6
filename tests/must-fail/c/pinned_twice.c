// error: pinned_twice.c:7:25: error: b cannot have number 3: that is taken by a
#include <ixp.h>
int main(void) {
  SIGNAL a, b;
  __assign_relative_register(&a, 3);
  __assign_relative_register(&b, 3);
  __implicit_write(&a), __implicit_write(&b);
  __wait_for_all(&a, &b);
}
