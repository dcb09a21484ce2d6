#!/usr/bin/env python3
"""Variables that the next lines use are printed without optimisation, narrow ones too. With
optimisation a print shows the last assignment before it, or <optimized out>.

    test_print_values.py MECC_RUN
"""

import pathlib
import re
import sys
import tempfile

from mecc_run import Runner

PROGRAM = """#include <ixp.h>
#include <ixp_debug.h>
#define WORD(address) (*(volatile __scratch unsigned *)(address))
static __noinline unsigned f(unsigned a, unsigned char b) {
  unsigned x = a * 3;
  ixp_print("@%u %u %u", a, b, x);
  x += b;
  unsigned short z = (unsigned short)(x + a);
  ixp_print("@%u", z);
  WORD(0x100) = z;
  return x;
}
int main(void) {
  unsigned a = WORD(0x200) + 5;
  f(a, (unsigned char)(a + 0x101));
}
"""

# The assignment is alone in its block, which optimisers remove.
ASSIGNED = """#include <ixp.h>
#include <ixp_debug.h>
#define WORD(address) (*(volatile __scratch unsigned *)(address))
int main(void) {
  unsigned x = 6;
  for (unsigned i = 0; i < 1; i++) WORD(0x100) = i;
  x++;
  if (x)
    goto end;
end:
  for (unsigned i = 0; i < 3; i++) {
    WORD(0x104) = i;
    ixp_print("@%u", x);
    WORD(0x108) = i;
  }
}
"""


def printed(program, level, folder):
    path = pathlib.Path(folder) / "program.c"
    path.write_text(program)
    result = Runner(sys.argv[1]).run(level, "--prints", "--run-contexts=1", path)
    return re.findall(r"@(.*)", result.text), result.text


with tempfile.TemporaryDirectory() as folder:
    values, text = printed(PROGRAM, "-O0", folder)
    if values != ["5 6 15", "26"]:
        sys.exit(f"printed {values}:\n{text}")
    for level in ("-O0", "-O1", "-O2", "-O3", "-Os"):
        values, text = printed(ASSIGNED, level, folder)
        if not values or set(values) - {"7", "<optimized out>"}:
            sys.exit(f"{level} printed {values}:\n{text}")
