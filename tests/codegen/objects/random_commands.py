#!/usr/bin/env python3
"""Random programs whose commands run while other code does: compiled, run on the emulator and
compared with the expected results.

Every program reads constant memory into transfer registers, computes, and writes to memory of
its own; commands are waited for at random points, in branches, over calls and round loops. This
checks that transfer registers and signals in flight are not changed.

    random_commands.py MECC_RUN [--seeds 1-200] [--keep FOLDER]
"""

import argparse
import pathlib
import random
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "dialect"))
from mecc_run import Runner  # noqa: E402

MASK = 0xFFFFFFFF
INPUT_WORDS = 64  # of each constant memory
VARIABLES = 4
DONE = 0x600DC0DE


class Buffer:
    """A transfer buffer and its signal. Kinds: read, write, both (test_and_add)."""

    def __init__(self, name, memory, kind, words):
        self.name, self.memory, self.kind, self.words = name, memory, kind, words
        self.signal = "s_" + name
        self.data = [0] * words  # the values that are read

    def declare(self):
        side = {"read": "read", "write": "write", "both": "read_write"}[self.kind]
        return (f"__declspec({self.memory}_{side}_reg) unsigned {self.name}[{self.words}]; "
                f"SIGNAL {self.signal};")


class Machine:
    """The state of the program: expected results."""

    def __init__(self, inputs):
        self.inputs = inputs  # memory -> longwords
        self.v = [0] * VARIABLES
        self.next = 0  # longwords of the output written so far
        self.output = {}
        self.counters = {}


class Generator:
    def __init__(self, seed):
        self.r = random.Random(seed)
        self.lines = []
        self.depth = 1
        r = self.r
        self.inputs = {m: [r.getrandbits(32) for _ in range(INPUT_WORDS)] for m in ("sram", "dram")}
        self.buffers = [Buffer(f"b{n}", m, k, w) for n, (m, k, w) in enumerate(
            (m, k, r.choice((1, 2, 4, 8)) if m == "sram" else r.choice((2, 4, 8)))
            for m, k in r.choices([("sram", "read"), ("dram", "read"), ("sram", "write"),
                                   ("dram", "write")], k=r.randint(3, 9)))]
        if r.random() < 0.5:
            self.buffers.append(Buffer("counter", "sram", "both", 1))
        self.functions = r.randint(0, 2)

    # ---- expressions: (C text, function of the machine and the buffers)

    def leaf(self, valid):
        r = self.r
        kind = r.random()
        if kind < 0.5:
            n = r.randrange(VARIABLES)
            return f"v{n}", lambda m: m.v[n]
        readable = [b for b in sorted(valid, key=lambda b: b.name) if b.kind != "write"]
        if kind < 0.9 and readable:
            b = r.choice(readable)
            if b.words > 1 and r.random() < 0.15:
                n = r.randrange(VARIABLES)
                return (f"{b.name}[v{n} & {b.words - 1}]",
                        lambda m: b.data[m.v[n] & (b.words - 1)])
            w = r.randrange(b.words)
            return f"{b.name}[{w}]", lambda m: b.data[w]
        c = r.choice((0, 1, 7, 0x81, 0x1234, 0xDEADBEEF))
        return f"{c:#x}u", lambda m: c

    def expression(self, valid, depth=2):
        if depth == 0 or self.r.random() < 0.3:
            return self.leaf(valid)
        (a, fa), (b, fb) = self.expression(valid, depth - 1), self.expression(valid, depth - 1)
        op = self.r.choice("+ - ^ & |".split())
        f = {"+": lambda x, y: x + y, "-": lambda x, y: x - y, "^": lambda x, y: x ^ y,
             "&": lambda x, y: x & y, "|": lambda x, y: x | y}[op]
        return f"({a} {op} {b})", lambda m: f(fa(m), fb(m)) & MASK

    # ---- statements: each emits C and returns a function that executes it

    def emit(self, text):
        self.lines.append("  " * self.depth + text)

    def assign(self, valid):
        n = self.r.randrange(VARIABLES)
        text, f = self.expression(valid)
        self.emit(f"v{n} = {text};")

        def run(m):
            m.v[n] = f(m)
        return run

    def walk(self, b):
        """Through a buffer, as far as a variable says."""
        n, k = self.r.randrange(VARIABLES), self.r.randrange(VARIABLES)
        name = f"i{len(self.lines)}"
        self.emit(f"for (unsigned {name} = 0, {name}_n = v{k} & {b.words - 1}; "
                  f"{name} <= {name}_n; ++{name}) v{n} = (v{n} << 1) ^ {b.name}[{name}];")

        def run(m):
            for w in b.data[:(m.v[k] & (b.words - 1)) + 1]:
                m.v[n] = (m.v[n] << 1 & MASK) ^ w
        return run

    def issue_read(self, b, swap):
        text, f = self.expression([], 1)
        step = 1 if b.memory == "sram" else 2  # dram moves quadwords
        most = INPUT_WORDS // step // 2 - 1
        sync = "ctx_swap" if swap else "sig_done"
        self.emit(f"{b.memory}_read({b.name}, {b.memory}_in + ({text} & {most}) * {step}, "
                  f"{b.words // step}, {sync}, &{b.signal});")

        def run(m):
            at = (f(m) & most) * step
            b.data = m.inputs[b.memory][at:at + b.words]
        return run

    def issue_write(self, b, swap, valid):
        values = [self.expression(valid, 1) for _ in range(b.words)]
        for w, (text, _) in enumerate(values):
            self.emit(f"{b.name}[{w}] = {text};")
        count = b.words if b.memory == "sram" else b.words // 2
        sync = "ctx_swap" if swap else "sig_done"
        self.emit(f"{b.memory}_write({b.name}, {b.memory}_out + next, {count}, {sync}, "
                  f"&{b.signal});")
        self.emit(f"next += {(b.words + 1) & ~1};")

        def run(m):
            for w, (_, f) in enumerate(values):
                m.output[(b.memory, m.next + w)] = f(m)
            m.next += (b.words + 1) & ~1
        return run

    def issue_count(self, b, swap, valid):
        text, f = self.expression(valid, 1)
        slot = self.r.randrange(4)
        self.emit(f"{b.name}[0] = {text};")
        self.emit(f"sram_test_and_add({b.name}, sram_counter + {slot}, "
                  f"{'ctx_swap' if swap else 'sig_done'}, &{b.signal});")

        def run(m):
            old = m.counters.get(slot, 0)
            m.counters[slot] = (old + f(m)) & MASK
            b.data = [old]
        return run

    def issue(self, b, swap, valid):
        if b.kind == "both":
            return self.issue_count(b, swap, valid)
        return self.issue_read(b, swap) if b.kind == "read" else self.issue_write(b, swap, valid)

    def wait(self, some):
        some = sorted(some, key=lambda b: b.name)
        self.r.shuffle(some)
        if len(some) == 1 and self.r.random() < 0.3:
            self.emit(f"while (!signal_test(&{some[0].signal})) ctx_swap();")
        elif len(some) > 1 and self.r.random() < 0.3:
            names = ", ".join(f"&{b.signal}" for b in some)
            self.emit(f"__wait_for_any({names});")
            first, rest = some[0], ", ".join(f"&{b.signal}" for b in some[1:])
            self.emit(f"if (signal_test(&{first.signal})) __wait_for_all({rest}); "
                      f"else __wait_for_all({names});")
        else:
            self.emit(f"__wait_for_all({', '.join(f'&{b.signal}' for b in some)});")
        return lambda m: None

    def call(self, valid):
        n = self.r.randrange(self.functions)
        d = self.r.randrange(VARIABLES)
        text, f = self.leaf(valid)
        self.emit(f"v{d} = f{n}({text});")

        def run(m):
            at = f(m) & 31
            x = m.inputs["sram"][at:at + 4]
            m.v[d] = (x[0] + x[3] * (n + 1)) & MASK if n == 0 else (x[1] ^ x[2]) & MASK
        return run

    def branch(self, valid, going, size, own):
        text, f = self.expression(valid, 1)
        waits = self.some(own)
        # Afterwards a buffer is valid only if both paths keep it or handle it alike.
        touchable = [b for b in self.buffers if b not in going]
        mask = 1 << self.r.randrange(8)
        self.emit(f"if (({text}) & {mask}) {{")
        bodies, after = [], []
        for last in (False, True):
            self.depth += 1
            v, g = set(valid), set(going)
            body = self.block(v, g, size // 2, protect=going - waits, must=waits,
                              only=touchable)
            bodies.append(body)
            after.append(v)
            self.depth -= 1
            self.emit("}" if last else "} else {")
        going -= waits
        valid.clear()
        valid.update(after[0] & after[1])

        def run(m):
            for s in bodies[0] if f(m) & mask else bodies[1]:
                s(m)
        return run

    def loop(self, valid, going, size):
        """A loop whose body ends with the same commands in flight as it began with."""
        times = self.r.randint(1, 3)
        carried = {b for b in going if b.kind != "write" or self.r.random() < 0.7}
        name = f"i{len(self.lines)}"
        self.emit(f"for (unsigned {name} = 0; {name} < {times}; ++{name}) {{")
        self.depth += 1
        v, g = set(valid) - carried, set(going)
        body = []
        if carried:
            body.append(self.wait(carried))
            g -= carried
            v |= carried
        body += self.block(v, g, size // 2, protect=set(going), must=set(),
                           only=[b for b in self.buffers if b not in going])
        for b in sorted(carried, key=lambda b: b.name):
            body.append(self.issue(b, False, v - {b}))
            v.discard(b)
        self.depth -= 1
        self.emit("}")
        valid.clear()
        valid.update(v)

        def run(m):
            for _ in range(times):
                for s in body:
                    s(m)
        return run

    def some(self, buffers):
        return {b for b in sorted(buffers, key=lambda b: b.name) if self.r.random() < 0.5}

    def block(self, valid, going, size, protect=frozenset(), must=frozenset(), only=None):
        """Statements; `going` are the commands in flight. In the end all are done but `protect`."""
        only = self.buffers if only is None else only
        statements, must = [], set(must)
        for _ in range(size):
            kind = self.r.random()
            idle = [b for b in only if b not in going]
            own = (going - protect) | must
            ready = [b for b in self.buffers if b in valid and b.kind != "write"]
            if kind < 0.05 and ready:
                statements.append(self.walk(self.r.choice(ready)))
            elif kind < 0.3:
                statements.append(self.assign(valid))
            elif kind < 0.6 and idle:
                b = self.r.choice(idle)
                swap = self.r.random() < 0.3
                statements.append(self.issue(b, swap, valid - {b}))
                valid.discard(b)
                if swap:
                    valid.add(b)
                else:
                    going.add(b)
            elif kind < 0.75 and own:
                chosen = self.some(own) or {min(own, key=lambda b: b.name)}
                statements.append(self.wait(chosen))
                going -= chosen
                must -= chosen
                valid |= chosen
            elif kind < 0.85 and size > 3 and self.depth < 4:
                statements.append(self.branch(valid, going, size, own))
                must &= going
            elif kind < 0.93 and size > 3 and self.depth < 4:
                statements.append(self.loop(valid, going, size))
            elif self.functions:
                statements.append(self.call(valid))
        rest = (going - protect) | must
        if rest:
            statements.append(self.wait(rest))
            going -= rest
            valid |= rest
        return statements

    def program(self):
        body = self.block(set(), set(), self.r.randint(6, 16))
        machine = Machine(self.inputs)
        for s in body:
            s(machine)
        source = []
        for m, words in self.inputs.items():
            listed = ", ".join(f"{w:#x}" for w in words)
            source.append(f"__declspec({m} aligned(8)) unsigned {m}_in[{INPUT_WORDS}] = "
                          f"{{{listed}}};")
            source.append(f"__declspec({m} aligned(8)) unsigned {m}_out[4096];")
        source.append("__declspec(sram aligned(8)) unsigned sram_counter[4] = {0};")
        for n in range(self.functions):
            value = f"x[0] + x[3] * {n + 1}" if n == 0 else "x[1] ^ x[2]"
            source.append(f"__noinline unsigned f{n}(unsigned at) {{\n"
                          "  __declspec(sram_read_reg) unsigned x[4]; SIGNAL s;\n"
                          "  sram_read(x, sram_in + (at & 31), 4, sig_done, &s);\n"
                          f"  __wait_for_all(&s);\n  return {value};\n}}")
        source.append("main() {\n  unsigned next = 0;")
        source += [f"  unsigned v{n} = 0;" for n in range(VARIABLES)]
        source += ["  " + b.declare() for b in self.buffers]
        source += self.lines
        source.append(self.finish())
        return "#include <ixp.h>\n" + "\n".join(source), self.checksum(machine)

    def finish(self):
        sums = "".join(f"    hash = (hash << 5 | hash >> 27) ^ v{n};\n" for n in range(VARIABLES))
        return ("  {\n    volatile unsigned __scratch *to =\n"
                "        (volatile unsigned __scratch *)(0x100 + 8 * __ctx());\n"
                "    unsigned hash = next, i;\n" + sums +
                "    for (i = 0; i < 4; ++i) hash = (hash << 5 | hash >> 27) ^ sram_counter[i];\n"
                "    for (i = 0; i < next; ++i)\n"
                "      hash = (hash << 5 | hash >> 27) ^ (sram_out[i] + dram_out[i]);\n"
                f"    to[1] = hash;\n    to[0] = {DONE:#x};\n  }}\n}}\n")

    @staticmethod
    def checksum(m):
        h = m.next
        for x in m.v + [m.counters.get(n, 0) for n in range(4)]:
            h = ((h << 5 | h >> 27) & MASK) ^ x
        for i in range(m.next):
            x = m.output.get(("sram", i), 0) + m.output.get(("dram", i), 0)
            h = ((h << 5 | h >> 27) & MASK) ^ (x & MASK)
        return h


def judge(result, expected, contexts):
    if result.kind == "refused":
        full = "exhausted" in result.text or "more than 15 signals" in result.text
        return "too large" if full else "refused"
    if result.kind != "ended":
        return result.kind
    for context in contexts:
        at = 0x100 + 8 * context
        done, got = result.words.get(("scratch", at)), result.words.get(("scratch", at + 4))
        if done != DONE:
            return f"context {context} did not end"
        if got != expected:
            return f"context {context}: {got:#x} instead of {expected:#x}"
    return "same"


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("mecc_run")
    options.add_argument("--seeds", default="1-40")
    options.add_argument("--keep", type=pathlib.Path)
    o = options.parse_args()
    first, last = map(int, o.seeds.split("-"))
    runner, found, large = Runner(o.mecc_run), 0, 0
    with tempfile.TemporaryDirectory() as scratch:
        for seed in range(first, last + 1):
            text, expected = Generator(seed).program()
            path = (o.keep or pathlib.Path(scratch)) / f"{seed}.c"
            path.write_text(text)
            level = ("-O0", "-O1", "-O2", "-Os")[seed % 4]
            contexts = range(8) if seed % 5 else range(0, 8, 2)
            mode = [] if seed % 5 else ["--contexts=4"]
            if seed % 3:
                contexts = [0]
                mode.append("--run-contexts=1")
            result = runner.run("-w", level, *mode, "--cycles=5000000", "--dump=scratch:0x100+16",
                                path)
            verdict = judge(result, expected, contexts)
            large += verdict == "too large"
            if verdict in ("same", "too large"):
                continue
            found += 1
            print(f"seed {seed} {level}: {verdict}")
            if result.kind != "ended":
                print(result.text[:600])
    print(f"{last - first + 1} programs, {large} too large, {found} wrong")
    return 1 if found or large > (last - first + 1) // 2 else 0


if __name__ == "__main__":
    sys.exit(main())
