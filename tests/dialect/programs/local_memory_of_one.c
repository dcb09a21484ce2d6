// expect: 1000 299 301
// One context has all of local memory, for data declared local_mem and for other data.
#include "test.h"

static __declspec(local_mem) unsigned large[300];
static __declspec(local_mem shared) unsigned common[120];
static unsigned plain[100];

int main(void) {
  unsigned i;
  const unsigned n = unknown(300);
  for (i = 0; i < n; ++i)
    large[i] = i;
  for (i = 0; i < 120; ++i)
    common[i] = 2 * i;
  for (i = 0; i < 100; ++i)
    plain[i] = 3 * i;
  result(large[n - 100] + common[n - 200] + plain[n - 201] + 303);
  result(large[299]);
  result(large[n - 2] + plain[1]);
}
