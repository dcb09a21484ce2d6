// run: mecc -Werror=loops {file} -o {out}/a.uof
// error: spin.c:12:3: error: this loop waits for 'ready', but nothing in it sets it, and no other context runs before a swap; call ctx_swap() in the loop [-Wloops]
// error: spin.c:13:20: error: this loop waits for 'count'
// error: spin.c:15:9: error: this loop waits for 'here'
#include <ixp.h>
static __declspec(shared gp_reg) unsigned ready;
static __declspec(shared) unsigned count;
static __declspec(shared local_mem) unsigned here;
static volatile __declspec(shared scratch) unsigned far;

int main(void) {
  while (!ready);
  while (count < 4 && ready) {}
  for (unsigned n = 0;; ++n)
    if (here == 2) break;
  far = 1;
}
