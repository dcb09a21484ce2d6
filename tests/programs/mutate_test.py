#!/usr/bin/env python3
"""tools/mutate finds the mutants of a small program, and each behaves as its name says.

  mutate_test.py SOURCE_DIR
"""
import os
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(sys.argv[1], "tools"))
from mutate_lib import campaign, schemata, sites  # noqa: E402

COMPILER = [shutil.which("clang++-19") or "clang++", "-std=c++20"]
PROGRAM = b"""\
#include <cstdio>
#include <utility>
namespace ixp {
constexpr int most = 3 + 4;
int calls = 0; // worked out by the compiler
int smaller(int a, int b) {
  ++calls;
  return a < b ? a : b;
}
bool positive(int a) {
  if (a > 0 && a < most) return true;
  return false;
}
int never(int a) { return -a; }
void run(bool on) {
  if (on) calls -= 2;
  std::printf("%d %d %d %d", smaller(5, 5), positive(0), positive(3), calls);
}
bool before(std::pair<int, int> a, std::pair<int, int> b) { return a < b; } // written by Clang: (a <=> b) < 0
} // namespace ixp
#include <sys/wait.h>
#include <unistd.h>
int main(int arguments, char**) {
  if (arguments > 5) return ixp::never(1);
  if (fork() == 0) {
    ixp::run(true);
    std::fflush(stdout);
    _exit(0); // without the handlers of exit()
  }
  wait(nullptr);
}
"""
# Output by mutant; the program itself prints this:
PLAIN = "5 0 1 -1"
EXPECTED = {
    "7:3: delete '++calls'": "5 0 1 -2",
    "7:3: '++' becomes '--' in '++calls'": "5 0 1 -3",
    "8:10: '<' becomes '<=' in 'a < b'": PLAIN,
    "8:10: '<' becomes '>=' in 'a < b'": PLAIN,
    "11:7: '&&' becomes '||' in 'a > 0 && a < most'": "5 1 1 -1",
    "11:7: '>' becomes '>=' in 'a > 0'": "5 1 1 -1",
    "11:7: '>' becomes '<=' in 'a > 0'": "5 1 0 -1",
    "11:11: '0' becomes '0 + 1'": PLAIN,
    "11:16: '<' becomes '<=' in 'a < most'": PLAIN,
    "11:16: '<' becomes '>=' in 'a < most'": "5 0 0 -1",
    "11:33: 'true' becomes '!true'": "5 0 0 -1",
    "12:10: 'false' becomes '!false'": "5 1 1 -1",
    "14:27: '-' becomes '' in '-a'": None,
    "16:7: negate 'on'": "5 0 1 1",
    "16:11: delete 'calls -= 2'": "5 0 1 1",
    "16:11: '-=' becomes '+=' in 'calls -= 2'": "5 0 1 3",
    "16:20: '2' becomes '2 + 1'": "5 0 1 -2",
    "17:3: delete 'std::printf(\"%d %d %d %d\", smaller(5, 5), positive(0), positive(3), calls)'": "",
    "17:38: '5' becomes '5 + 1'": PLAIN,
    "17:41: '5' becomes '5 + 1'": PLAIN,
    "17:54: '0' becomes '0 + 1'": "5 1 1 -1",
    "17:67: '3' becomes '3 + 1'": PLAIN,
}


def check(what, found, expected):
    if found != expected:
        sys.exit(f"{what}: expected {expected!r}, found {found!r}")


def main():
    with tempfile.TemporaryDirectory() as folder:
        source = os.path.join(folder, "program.cc")
        with open(source, "wb") as f:
            f.write(PROGRAM)
        texts = {"program.cc": PROGRAM}
        found = sites.find_sites([*COMPILER, source], folder, "ixp", lambda p: "program.cc" if p == source else None, texts)
        mutants = schemata.mutants_of(found.values(), texts)
        names = {m.name().removeprefix("program.cc:"): m for m in mutants}
        check("mutants", sorted(names), sorted(EXPECTED))
        header = os.path.join(folder, "header.h")
        with open(header, "w") as f:
            f.write(schemata.HEADER.format(count=len(mutants)))
        with open(source, "wb") as f:
            f.write(schemata.Writer(PROGRAM, mutants).write())
        program = os.path.join(folder, "program")
        subprocess.run([*COMPILER, "-include", header, source, "-o", program], check=True, timeout=300)

        def run(**environment):
            return subprocess.run([program], env=environment, check=True, capture_output=True, text=True, timeout=300).stdout

        check("without mutants", run(), PLAIN)
        for name, expected in EXPECTED.items():
            check(name, run(IXP_MUTANT=str(names[name].number)), PLAIN if expected is None else expected)
        reached = os.path.join(folder, "reached")
        os.mkdir(reached)
        run(IXP_REACHED=reached)
        check("places executed", campaign.reached_in(reached),
              {names[n].number for n, expected in EXPECTED.items() if expected is not None})


if __name__ == "__main__":
    main()
