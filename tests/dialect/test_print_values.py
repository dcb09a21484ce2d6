#!/usr/bin/env python3
"""Prints show the right value or <optimized out> at every level. Without optimisation they show
variables that the next lines use, narrow ones too; -Og shows every variable until its scope ends.

    test_print_values.py MECC_RUN
"""

import pathlib
import re
import sys
import tempfile

from mecc_run import Runner

LEVELS = ("-O0", "-O1", "-O2", "-O3", "-Os", "-Og")
LOST = "<optimized out>"
HEAD = """#include <ixp.h>
#include <ixp_debug.h>
#define WORD(address) (*(volatile __scratch unsigned *)(address))
"""

NARROW = """static __noinline unsigned f(unsigned a, unsigned char b) {
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
ASSIGNED = """int main(void) {
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

# InstCombine shifts the values that meet instead of their sum.
SHIFTED = """__intrinsic unsigned kind_of(unsigned x) {
  if (x < 10) return 2;
  if (x < 20) return 1;
  return 0;
}
int main(void) {
  for (unsigned i = 0; i < 3; i++) {
    unsigned x = WORD(0x200) + 12 * i;
    unsigned kind = kind_of(x);
    ixp_print("@%u", kind);
    WORD(0x100) = x | kind << 30;
  }
}
"""

# Only the low byte of y is needed.
CONSTANT = """int main(void) {
  unsigned x = WORD(0x200);
  unsigned y = x | 0x1234;
  ixp_print("@%u", y);
  WORD(0x100) = y << 24 | x;
}
"""

# The wide read has a value for each half of a quadword; a branch selects one after the print.
SELECTED = """static __dram unsigned words[16];
int main(void) {
  for (unsigned i = 0; i < 8; i++) words[i] = 10 + i;
  unsigned n = WORD(0x200) & 3;
  unsigned a = words[n + 3];
  ixp_print("@%u", a);
  unsigned b = words[n + 1];
  ixp_print("@%u %u", a, b);
  words[n + 2] ^= a;
  words[n + 4] ^= 0x1fu << (a & 31);
  WORD(0x100) = a + b;
}
"""

# The sum has the register of its previous value.
LOOP = """static __dram unsigned words[16];
int main(void) {
  unsigned sum = WORD(0x200) + 1, add = WORD(0x204) + 3;
  for (unsigned i = 0; i < 4; i++) {
    sum ^= add;
    ixp_print("@%u", sum);
    unsigned a = words[(add + i) & 7];
    WORD(0x104) = a;
    words[i] = sum;
  }
}
"""

# The value is computed at its only use, after the print.
SUNK = """static __noinline unsigned f(unsigned x) {
  short v = 7;
  WORD(0x104) = v;
  v = (short)__builtin_bswap32(x * 3);
  ixp_print("@%u", v);
  return (unsigned char)v;
}
int main(void) {
  WORD(0x100) = f(WORD(0x200) + 0x12345);
}
"""

# Only the low byte of the argument is needed: selection omits the mask of bytes[7].
MASKED = """static __scratch unsigned char bytes[8];
static short half;
static __noinline void set(void) {
  bytes[6] = 0x77;
  bytes[7] = 0x41;
  half = 0x50;
}
static unsigned short f(short p) {
  ixp_print("@%x", p);
  WORD(0x108) = 0;
  return (unsigned short)(1124 * (unsigned short)(short)(signed char)p);
}
int main(void) {
  set();
  WORD(0x100) = f((short)(bytes[7] - half));
  WORD(0x104) = f((short)((bytes[7] - half) + 5));
}
"""

# n is no longer needed in the loop: the counter has its register.
COUNTER = """int main(void) {
  unsigned n = (WORD(0x200) + 2) % 7;
  for (unsigned char i = (unsigned char)n; i-- > 0;) {
    WORD(0x100) = i;
    ixp_print("@%u", n);
    WORD(0x104) = i + 5;
  }
}
"""

# Both branches begin with the same instruction, which moves in front of them.
BRANCHES = """static __noinline unsigned f(unsigned i) {
  unsigned k = 7;
  if (i == 1) {
    ixp_print("@%u", k);
    WORD(0x100) = 5;
    return 1;
  }
  k = 3;
  ixp_print("@%u", k);
  WORD(0x104) = 5;
  return 2;
}
int main(void) {
  for (unsigned i = 0; i < 3; i++) WORD(0x108) = f(i);
}
"""

# The loop is unrolled; only the print uses n afterwards.
UNROLLED = """int main(void) {
  unsigned n = 3;
  do {
    WORD(0x100) = n + 5;
  } while (n-- > 0);
  ixp_print("@%u", n + 1);
  WORD(0x104) = 1;
}
"""

# The last print of each variable is after its last use. Strength reduction replaces `low`.
KEPT = """static unsigned step(unsigned x, unsigned length) {
  unsigned half = length / 2;
  unsigned sum = x + half;
  ixp_print("@%u %u %u", x, length, half);
  return sum * 3;
}
int main(void) {
  unsigned n = WORD(0x200) + 5, total = 0;
  unsigned long long wide = 0x300000001ull + n;
  for (unsigned i = 0; i < n - 3; i++) {
    unsigned twice = i * 2 + n;
    unsigned char low = (unsigned char)(twice + 255);
    total += twice ^ low;
    ixp_print("@%u %u %u", i, twice, low);
    total += step(total, n);
    ixp_print("@%u %u %u", twice, low, n);
  }
  WORD(0x100) = (unsigned)wide + (unsigned)(wide >> 32);
  unsigned high = (unsigned)(wide >> 32);
  WORD(0x104) = total;
  ixp_print("@%u %u", n, high);
  WORD(0x108) = total;
  ixp_print("@%u", total);
}
"""

# The loop has no exit, and n is not used after its first turn.
ENDLESS = """int main(void) {
  unsigned n = WORD(0x200) + 5, turn = 0;
  WORD(0x100) = n;
  for (;;) {
    unsigned square = turn * turn;
    WORD(0x104) = square;
    ixp_print("@%u %u", n, square);
    turn++;
    if (turn == WORD(0x200) + 3) __asm { ctx_arb[kill] }
  }
}
"""

# Two blocks end with the same instruction, which one of them keeps.
TAILS = """static __noinline unsigned f(unsigned i) {
  unsigned k = 7, r = 1;
  if (i == 1) {
    WORD(0x104) = i + 2;
    r = 5;
  } else if (i == 2) {
    WORD(0x10c) = i;
    r = 5;
    ixp_print("@%u", k);
  }
  return r;
}
int main(void) {
  for (unsigned i = 0; i < 3; i++) WORD(0x108) = f(i);
}
"""

# Only an unrolled loop shows that the store changes v.
STORED = """static __noinline unsigned f(unsigned a) {
  WORD(0x104) = a;
  return a + 1;
}
int main(void) {
  unsigned v = 2;
  unsigned *at[2];
  for (unsigned i = 0; i < 2; i++) at[i] = &v;
  WORD(0x100) = v;
  *at[1] = f(WORD(0x200) + 6);
  WORD(0x108) = 0;
  ixp_print("@%u", v);
  WORD(0x10c) = v;
}
"""

# The only instruction after the first loop moves in front of its branch. No block is left for the
# print.
GONE = """static __sram unsigned a[4];
static volatile __sram unsigned g, h;
int main(void) {
  unsigned n = WORD(0x200) + 2;
  for (unsigned k = 0; k < n; k++) {
    for (int i = 0; i < 1; i++) a[i] = 0;
    ixp_print("@%u", n);
    for (g = 0; g < 2; g += 1) h = n;
  }
}
"""

# The instruction after the branch moves in front of it.
LATCH = """int main(void) {
  unsigned n = WORD(0x200) + 2;
  for (;;) {
    WORD(0x100) = n;
    if (n == 5) break;
    ixp_print("@%u", n);
    n ^= 7;
  }
  WORD(0x104) = 1;
}
"""

# Words of g move between its blocks and write the register that keeps f's last argument.
ELSEWHERE = """static __noinline unsigned f(unsigned a, unsigned b, unsigned c, unsigned d, unsigned e,
                             unsigned h) {
  if (WORD(0x200) == 0) WORD(0x100) = a;
  ixp_print("@%u %u %u %u %u %u", a, b, c, d, e, h);
  WORD(0x104) = 1;
  return (a + 1) ^ b ^ c ^ d ^ e ^ h;
}
static __noinline unsigned g(unsigned a, unsigned n) {
  do {
    if (a & 1) a ^= n;
    else if (a & 2) a += 6;
    a += n << 2;
    a ^= n << 3;
  } while (a & 0x100);
  return a;
}
int main(void) {
  unsigned a = WORD(0x204) + 5;
  WORD(0x108) = g(f(a, a ^ 1, a + 2, a + 3, a ^ 4, a + 5), a);
}
"""

# Selection puts the label of the first print behind the second's.
ORDERED = """int main(void) {
  unsigned a = WORD(0x200) + 3, b = WORD(0x204) + 5;
  a += b;
  ixp_print("@1 %u %u", a, b);
  b ^= a;
  ixp_print("@2 %u %u", a, b);
  WORD(0x104) = a;
  WORD(0x108) = b;
}
"""

# The first two branches store alike, so that they become one block, without prints.
ALIKE = """static __noinline unsigned f(unsigned a, unsigned b) {
  if (b == 1) {
    ixp_print("@one");
    WORD(0x104) = a;
  } else if (b == 2) {
    ixp_print("@two");
    WORD(0x104) = a;
  } else {
    a += b;
  }
  WORD(0x108) = a;
  return a ^ b;
}
int main(void) {
  for (unsigned i = 0; i < 4; i++) WORD(0x10c) = f(WORD(0x200), i);
}
"""

# Each copy of an unrolled loop has values of its own.
COPIES = """int main(void) {
  unsigned a[3] = {WORD(0x200) + 3, 17, WORD(0x204) + 1};
  for (unsigned i = 0; i < 3; i++) {
    a[i] += a[(i + 1) % 3];
    ixp_print("@%u %u", i, a[1]);
  }
  WORD(0x104) = a[0] + a[1] * 3 + a[2];
}
"""

# Paths get their own copies of the return.
RETURNS = """static unsigned g;
static __noinline unsigned f(unsigned a, unsigned b, unsigned c) {
  if (!(b & 1)) c = g;
  ixp_print("@%u %u %u", a, b, c);
  return a ^ b + c;
}
int main(void) {
  for (unsigned i = 0; i < 3; i++) WORD(0x104) = f(WORD(0x200), i, WORD(0x204) + i);
}
"""

# Several prints at one word. A print of a read-write register shows its read side.
ADJACENT = """int main(void) {
  __xrw unsigned x[2];
  SIGNAL s;
  x[0] = 5, x[1] = 7;
  scratch_write(x, (volatile void __scratch *)0x100, 2, ctx_swap, &s);
  scratch_read(x, (volatile void __scratch *)0x104, 1, ctx_swap, &s);
  ixp_print("@1");
  ixp_print("@%u", x[0]);
  unsigned y = x[0];
  ixp_print("@2 %u", y);
  ixp_print("@3");
  return y;
}
"""

# The block of the loop is its own successor.
SELF_LOOP = """static __noinline void put(unsigned v) { WORD(0x104) = v; }
int main(void) {
  unsigned i = WORD(0x200);
  do {
    ixp_print("@%u", i);
    put(i);
    i += 3;
  } while (i < 10);
}
"""

# Their last use is before the print.
STRUCTURES = """int main(void) {
  struct { unsigned a : 5, b : 9, c : 18; } bits;
  struct { unsigned short a, b; unsigned long long c; } parts;
  volatile __sram unsigned *p = (volatile __sram unsigned *)WORD(0x204) + 4;
  bits.a = WORD(0x200) + 3;
  bits.b = bits.a + 7;
  bits.c = bits.b + 1;
  parts.a = bits.c;
  parts.b = bits.a;
  parts.c = WORD(0x208) + 9;
  WORD(0x104) = 1;
  ixp_print("@%u %u %u", bits.a, bits.b, bits.c);
  ixp_print("@%u %u %u", parts.a, parts.b, p);
  WORD(0x104) = 2;
}
"""

HERE = pathlib.Path(__file__).parent
MACHINE = HERE.parent / "differential/random_c/dialect"

# Program, printed values, whether all are shown without optimisation (None: any level may lose the
# print; ALWAYS: all levels show all).
ALWAYS = "always"
PROGRAMS = [
    (NARROW, ["5 6 15", "26"], True),
    (ASSIGNED, ["7"] * 3, False),
    (SHIFTED, ["2", "1", "0"], True),
    (CONSTANT, ["4660"], True),
    (SELECTED, ["13", "13 11"], True),
    (LOOP, ["2", "1", "2", "1"], True),
    (SUNK, ["768"], False),
    (MASKED, ["fffffff1", "fffffff6"], True),
    (COUNTER, ["2", "2"], False),
    (BRANCHES, ["3", "7", "3"], True),
    (UNROLLED, ["0"], False),
    (KEPT, ["0 5 4", "1 5 2", "5 4 5", "1 7 6", "11 5 2", "7 6 5", "5 3", "50"], False),
    (ENDLESS, ["5 0", "5 1", "5 4"], False),
    (TAILS, ["7"], None),
    (STORED, ["7"], None),
    (GONE, ["2", "2"], None),
    (LATCH, ["2"], None),
    (ELSEWHERE, ["5 4 7 8 1 10"], ALWAYS),
    (ALIKE, ["one", "two"], None),
    (COPIES, ["0 17", "1 18", "2 18"], None),
    (RETURNS, ["0 0 0", "0 1 1", "0 2 0"], False),
    (ORDERED, ["1 8 5", "2 8 13"], False),
    (SELF_LOOP, ["0", "3", "6", "9"], True),
    (STRUCTURES, ["3 10 11", "11 3 16"], False),
    (ADJACENT, ["1", "7", "2 7", "3"], ALWAYS),
    ((HERE / "print_spilled.c").read_text(), ["1"], False),
]


def all_shown(level, shown):
    return shown == ALWAYS or (shown is not None and (level == "-Og" or (level == "-O0" and shown)))


def printed(program, level, folder):
    """The printed lines, and all text; without prints the program must be the same."""
    path = pathlib.Path(folder) / "program.c"
    path.write_text(HEAD + program)
    options = [level, "--prints", "--run-contexts=1", "-w", f"-I{MACHINE}", path]
    result, plain = (Runner(sys.argv[1]).run(*options, *more) for more in ([], ["-DNDEBUG"]))
    if result.text.splitlines()[-1:] != plain.text.splitlines()[-1:]:
        sys.exit(f"{program}{level} differs without prints:\n{result.text}{plain.text}")
    return re.findall(r"@(.*)", result.text), result.text


with tempfile.TemporaryDirectory() as folder:
    for program, expected, shown in PROGRAMS:
        for level in LEVELS:
            values, text = printed(program, level, folder)
            if shown is None and not values:
                continue
            parts = [re.findall(rf"{re.escape(LOST)}|\S+", v) for v in values]
            right = len(parts) == len(expected) and all(
                got in (want, LOST) for a, b in zip(expected, parts)
                for want, got in zip(a.split(), b, strict=True))
            if not right or (all_shown(level, shown) and values != expected):
                sys.exit(f"{program}{level} printed {values}, expected {expected}:\n{text}")
