// expect: the host
// No object is where a null pointer points, in no memory and in no frame.
#include "test.h"

static int number;
static int numbers[3];
static __sram int far_number;
static __scratch int near_number;

static __noinline int value_or(int* p, int otherwise) {
  return p ? *p : otherwise;
}
static __noinline int is_null(const void* p) {
  return !p;
}
static __noinline int is_far_null(const void __sram* p) {
  return !p;
}
static __noinline int is_near_null(const void __scratch* p) {
  return !p;
}
static __noinline int local(int n) {
  int here = n;
  return value_or(&here, 77);
}
static __noinline int locals(int n) {
  int here[3] = {n, n + 1, n + 2};
  return value_or(here, 78) + value_or(&here[n % 3], 79);
}
static __noinline int empty_callee(int n) {
  int here = n;
  return local(n) + is_null(&here);
}

int main(void) {
  result(local(unknown(5)));
  result(locals(unknown(7)));
  result(empty_callee(unknown(3)));
  result(value_or(0, 80));
  result(is_null(&number) + is_null(numbers) + is_null(&numbers[unknown(0)]));
  result(is_far_null(&far_number) + is_near_null(&near_number));
  result(is_null(0));
}
