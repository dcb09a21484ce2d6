#!/usr/bin/env python3
"""Variables that the next lines use are printed without optimisation, narrow ones too.

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

with tempfile.TemporaryDirectory() as folder:
    path = pathlib.Path(folder) / "program.c"
    path.write_text(PROGRAM)
    result = Runner(sys.argv[1]).run("-O0", "--prints", "--run-contexts=1", path)
printed = re.findall(r"@(.*)", result.text)
if printed != ["5 6 15", "26"]:
    sys.exit(f"printed {printed}:\n{result.text}")
