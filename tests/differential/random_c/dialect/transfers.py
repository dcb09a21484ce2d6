"""Commands: transfer registers and signals, counts of 1 to 16, atomic operations, rings.

While a command is in flight nothing touches its registers nor the memory it moves; other work
goes on beside it.
"""

from .data import assign
from .scope import Object
from .shapes import Array, U16, U32, U64, U8, is_full, leaves, size, type_name

ATOMIC = ("add", "bits_set", "bits_clr", "bit_set", "bit_clear")
ANSWERED = ("swap", "test_and_set", "test_and_clear", "test_and_clr", "test_and_add")

MOST_DIRECT = 16  # longwords or quadwords without an override


def words(memory):
    return {"dram": "d"}.get(memory, "")


def buffers(scope, least):
    """An array of longwords (in DRAM: of quadwords, too) in a memory."""
    def fits(o):
        return o.memory in scope.program.memories and o.writable and not o.alias and \
            isinstance(o.shape, Array) and o.shape.element in (U32, U64) and \
            size(o.shape) // 4 >= least and (o.memory == "dram" or o.shape.element == U32)
    return scope.choose(fits)


class Command:
    """One transfer: the text of its parts. Count is in longwords, or quadwords in DRAM."""

    def __init__(self, scope, buffer):
        self.program, dice = scope.program, scope.dice
        self.buffer, self.memory = buffer, buffer.memory
        self.unit = 2 if self.memory == "dram" else 1
        room = size(buffer.shape) // 4 // self.unit
        self.count = self.draw_count(dice, min(room, self.program.most_words // self.unit))
        spare = room - self.count
        self.at = scope.index(spare + 1) if spare and dice.chance(60) else str(dice.below(spare + 1))
        self.signal = self.program.name("sig")
        self.pair = self.memory == "dram" and dice.chance(50)
        self.registers = self.program.name("x")
        self.element = dice.weighted({U32: 60, U8: 8, U16: 8, U64: 30 if self.memory == "dram" else 8})
        if self.element == U64 and self.memory != "dram":
            self.count -= self.count & 1
            if not self.count:
                self.count, self.element = 1, U32
        self.given = ""  # the argument of ind_count(), when the count varies
        if self.count > MOST_DIRECT or (self.count > 1 and dice.chance(12)):
            self.given = self.program.name("n")

    def draw_count(self, dice, most):
        if most > 8 and dice.chance(20):
            return dice.between(9, most)
        return dice.between(1, min(most, 8))

    @property
    def length(self):
        """Elements of the register array."""
        return self.count * self.unit * 32 // self.element.bits

    def address(self):
        factor = self.unit if self.buffer.shape.element == U32 else 1
        return f"&{self.buffer.name}[({self.at}) * {factor}]" if factor > 1 else \
            f"&{self.buffer.name}[{self.at}]"

    def declare(self, direction):
        kind = f"__{words(self.memory)}x{direction}"
        return [f"{kind} {self.element.name} {self.registers}[{self.length}];",
                f"{'SIGNAL_PAIR' if self.pair else 'SIGNAL'} {self.signal};"]

    def count_line(self, scope):
        if not self.given:
            return []
        value = self.program.expression(scope, U32, 1)
        return [f"const u32 {self.given} = 1 + {value} % {self.count}u;"]

    def issue(self, verb, swap):
        sync = "ctx_swap" if swap else "sig_done"
        if self.given:
            return f"{self.memory}_{verb}_ind({self.registers}, {self.address()}, {self.count}, " \
                   f"ind_count({self.given}), {sync}, &{self.signal});"
        return f"{self.memory}_{verb}({self.registers}, {self.address()}, {self.count}, {sync}, " \
               f"&{self.signal});"

    def look(self, scope):
        """Adds the data read to the checksum: by element, in a loop, in a function or a copy."""
        x, n = self.registers, self.length
        note = "note64" if self.element == U64 else "note"
        kind = 0 if self.given else scope.dice.below(8)
        i, copy = self.program.name("i"), self.program.name("t")
        if kind == 1:
            return [f"for (u32 {i} = 0; {i} < {n}; ++{i}) {note}({x}[{i}]);"]
        if kind == 2 and self.element == U32:
            return [f"note(sum_of_{words(self.memory)}registers({x}, {n}));"]
        if kind == 3:
            return [f"{self.element.name} {copy}[{n}];", f"__builtin_memcpy({copy}, {x}, sizeof {copy});",
                    f"for (u32 {i} = 0; {i} < {n}; ++{i}) {note}({copy}[{i}]);"]
        if kind == 4:
            return [f"{note}({x}[{scope.index(n)}]);" for _ in range(2)]
        lines = []
        for k in range(n):
            last = ((k + 1) * self.element.bits - 1) // 32 // self.unit  # unit of the element
            line = f"{note}({x}[{k}]);"
            lines.append(f"if ({self.given} > {last}) {line}" if self.given else line)
        return lines

    def fill(self, scope):
        """All elements; some again, at places that vary, or after the value is there."""
        e, x = self.program.expression, self.registers
        lines = [f"{x}[{k}] = {e(scope, self.element, 1)};" for k in range(self.length)]
        varies = f"{x}[{scope.index(self.length)}] = {e(scope, self.element, 1)};"
        kind = scope.dice.below(8)
        if kind < 2:
            lines.append(varies)
        elif kind == 2:
            found, value = looked_up(scope)
            lines += [*found, varies, f"{x}[{scope.dice.below(self.length)}] = ({self.element.name}){value};"]
        return lines


def looked_up(scope):
    """Lines that find a tag in the CAM, and their result, of an instruction with other effects."""
    program, dice = scope.program, scope.dice
    tag, found = program.name("n"), program.name("t")
    return [f"const u32 {tag} = {program.expression(scope, U32, 1)} | 1u;", "cam_clear();",
            f"cam_write({dice.below(16)}, {tag}, {dice.below(16)});",
            f"const u32 {found} = cam_lookup({tag}).value;"], found


def beside(scope, buffer):
    """Statements that run while a command is in flight."""
    inner = scope.alone(lambda o: o.alias or o.name == buffer.name or
                        (o.memory in scope.program.memories and o.memory == buffer.memory))
    if not inner.objects or not any(o.writable for o in inner.objects):
        return []
    return ["{", *(line for _ in range(scope.dice.between(1, 2)) for line in assign(inner)), "}"]


def wait(scope, *commands):
    """In one of the ways. After a test the compiler takes registers as used: few of them, then."""
    dice, names = scope.dice, [c.signal for c in commands]
    if len(commands) == 1 and commands[0].length <= 2:
        kind = dice.below(4)
        if kind == 0:
            return [f"__wait_for_any(&{names[0]});", f"signal_test(&{names[0]});"]
        if kind == 1:
            return [f"while (!signal_test(&{names[0]})) ctx_swap();"]
    if len(commands) > 1 and dice.chance(40):
        return [f"__wait_for_all(&{s});" for s in dice.shuffled(names)]
    return [f"__wait_for_all({', '.join('&' + s for s in names)});"]


def read(scope):
    buffer = buffers(scope, 2)
    if not buffer:
        return assign(scope)
    c = Command(scope, buffer)
    swap = scope.dice.chance(40)
    lines = ["{", *c.declare("read"), *c.count_line(scope), c.issue("read", swap)]
    if not swap:
        lines += beside(scope, buffer) + wait(scope, c)
    return lines + c.look(scope) + ["}"]


def write(scope):
    buffer = buffers(scope, 2)
    if not buffer:
        return assign(scope)
    c = Command(scope, buffer)
    swap = scope.dice.chance(40)
    lines = ["{", *c.declare("write"), *c.fill(scope), *c.count_line(scope), c.issue("write", swap)]
    if not swap:
        lines += beside(scope, buffer) + wait(scope, c)
    return lines + ["}"]


def both_ways(scope):
    """Read-write registers: the data read are changed and go back, or elsewhere in the buffer."""
    buffer = buffers(scope, 2)
    if not buffer:
        return assign(scope)
    c = Command(scope, buffer)
    c.given, c.count, c.element = "", min(c.count, 4), U32
    c.at = "0"
    lines = ["{", *c.declare("rw"), c.issue("read", True)]
    for k in range(c.length):
        other = f"{c.registers}[{scope.dice.between(k, c.length - 1)}]"  # not yet overwritten
        change = f"{other} ^ {scope.program.expression(scope, U32, 1)}"
        lines.append(f"{c.registers}[{k}] = {scope.dice.pick((other, change, c.registers + f'[{k}]'))};")
    return lines + [c.issue("write", True), "}"]


def two_at_once(scope):
    """Two commands in flight, of one unit or two; waited for together, apart, or as they come."""
    first, second = buffers(scope, 2), buffers(scope, 2)
    if not first:
        return assign(scope)
    a, b = Command(scope, first), Command(scope, second)
    as_they_come = scope.dice.chance(30)
    for c in (a, b):
        c.count = min(c.count, 2 if as_they_come else 4)
        c.element = U32
    lines = ["{", *a.declare("read"), *b.declare("read"), *a.count_line(scope), *b.count_line(scope),
             a.issue("read", False), b.issue("read", False)]
    if not as_they_come:
        return lines + wait(scope, a, b) + a.look(scope) + b.look(scope) + ["}"]
    left, sum_ = scope.program.name("n"), scope.program.name("t")

    def taken(c, bit):
        return [f"if ({left} & {bit} && signal_test(&{c.signal})) {{", f"{left} &= ~{bit}u;",
                f"{sum_} += {c.registers}[0] * {bit * 5}u;", "}"]
    return lines + [f"u32 {left} = 3, {sum_} = 0;", f"while ({left}) {{",
                    f"if ({left} == 3) __wait_for_any(&{a.signal}, &{b.signal});",
                    f"else if ({left} == 1) __wait_for_any(&{a.signal});",
                    f"else __wait_for_any(&{b.signal});",
                    *taken(a, 1), *taken(b, 2), "}", f"note({sum_});", "}"]


def choice(scope):
    """Registers of one array or the other, known at run time."""
    first, second = buffers(scope, 2), buffers(scope, 2)
    if not first or (first.memory == "dram") != (second.memory == "dram"):
        return read(scope)
    a, b = Command(scope, first), Command(scope, second)
    for c in (a, b):
        c.count, c.element, c.given = min(c.count, 4), U32, ""
    condition = scope.program.expression.condition(scope, 1)
    k = scope.dice.below(min(a.length, b.length))
    return ["{", *a.declare("read"), *b.declare("read"), a.issue("read", False),
            b.issue("read", False), *wait(scope, a, b),
            f"note(({condition} ? {a.registers} : {b.registers})[{k}]);", "}"]


def pipelined(scope):
    """Processes one half of a buffer while the other is in flight."""
    buffer = buffers(scope, 8)
    if not buffer or scope.rounds > 6:
        return read(scope)
    program, dice = scope.program, scope.dice
    a, b = Command(scope, buffer), Command(scope, buffer)
    room = size(buffer.shape) // 4 // a.unit
    i, limit = program.name("i"), room // 2
    for c, at in ((a, i), (b, f"{i} + 1")):
        c.count, c.element, c.given, c.at = 1, U32, "", at
    ahead = Command(scope, buffer)
    ahead.registers, ahead.signal, ahead.count, ahead.given = a.registers, a.signal, 1, ""
    ahead.at = f"({i} + 2) % {room}"
    program.spend(limit * scope.rounds * 2)
    total = program.name("t")
    inner = scope.inner(limit, (i, room), ())
    work = program.expression(inner, U32, 1) if dice.chance(60) else "1u"
    return ["{", *a.declare("read"), *b.declare("read"), f"u32 {i} = 0, {total} = 0;",
            a.issue("read", False), f"for (; {i} + 1 < {room - room % 2}; {i} += 2) {{",
            b.issue("read", False), f"__wait_for_all(&{a.signal});",
            f"{total} = {total} * 5 + {a.registers}[0];", ahead.issue("read", False),
            f"__wait_for_all(&{b.signal});", f"{total} ^= {b.registers}[0] + {work};", "}",
            f"__wait_for_all(&{a.signal});", f"note({total} + {a.registers}[0]);", "}"]


def record(scope):
    """A structure in transfer registers: bytes, halves and bit-fields of them."""
    program = scope.program

    def fits(o):
        return o.memory in program.memories and not o.alias and o.writable and \
            not isinstance(o.shape, (Array, type(U32))) and is_full(o.shape) and \
            size(o.shape) % (8 if o.memory == "dram" else 4) == 0 and \
            size(o.shape) // 4 <= min(8, program.most_words)
    o = scope.choose(fits)
    if not o:
        return read(scope)
    dice = scope.dice
    x, s = program.name("x"), program.name("sig")
    count = size(o.shape) // (8 if o.memory == "dram" else 4)
    d = words(o.memory)
    view = Object(x, o.shape, fixed=True)
    inner = scope.inner()
    if dice.chance(60):
        lines = ["{", f"__{d}xread {type_name(o.shape)} {x};", f"SIGNAL {s};",
                 f"{o.memory}_read(&{x}, &{o.name}, {count}, ctx_swap, &{s});"]
        for _ in range(dice.between(2, 5)):
            place = inner.walk(view)
            lines.append(f"note64((u64){place.value});")
        target = scope.choose(lambda p: p.writable and p.shape == o.shape and p.name != o.name)
        if target and dice.chance(40):
            lines.append(f"{target.name} = {x};")
        return lines + ["}"]
    lines = ["{", f"__{d}xwrite {type_name(o.shape)} {x};", f"SIGNAL {s};"]
    if dice.chance(50):
        lines.append(f"{x} = {scope.choose(lambda p: p.shape == o.shape).name};")
    else:
        lines += [f"{path} = {program.expression(scope, scalar, 1)};"
                  for path, scalar, _ in dice.shuffled(list(leaves(o.shape, x)))]
    return lines + [f"{o.memory}_write(&{x}, &{o.name}, {count}, ctx_swap, &{s});", "}"]


def atomic(scope):
    """Operations the memory does by itself, with and without the old value."""
    program, dice, e = scope.program, scope.dice, scope.program.expression
    buffer = scope.choose(lambda o: o.memory in ("sram", "scratch") and o.writable and not o.alias and
                          isinstance(o.shape, Array) and o.shape.element == U32)
    if not buffer:
        return assign(scope)
    m, at = buffer.memory, f"&{buffer.name}[{scope.index(buffer.shape.length)}]"
    x, s = program.name("x"), program.name("sig")
    swap = dice.chance(50)
    sync = "ctx_swap" if swap else "sig_done"
    kind = dice.below(4)
    if kind == 0:
        return [f"{m}_{dice.pick(('incr', 'decr'))}({at});"]
    if kind == 1:
        verb = dice.pick(ATOMIC + (("sub",) if m == "scratch" else ()))
        lines = ["{", f"__xwrite u32 {x} = {e(scope, U32, 2)};", f"SIGNAL {s};",
                 f"{m}_{verb}(&{x}, {at}, {sync}, &{s});"]
        return lines + ([] if swap else beside(scope, buffer) + [f"__wait_for_all(&{s});"]) + ["}"]
    signal = dice.pick(("SIGNAL", "SIGNAL_PAIR"))
    if kind == 2:
        verb = dice.pick(("test_and_incr", "test_and_decr"))
        lines = ["{", f"__xread u32 {x};", f"{signal} {s};"]
    else:
        verb = dice.pick(ANSWERED + (("test_and_sub",) if m == "scratch" else ()))
        lines = ["{", f"__xrw u32 {x};", f"{signal} {s};", f"{x} = {e(scope, U32, 2)};"]
    lines.append(f"{m}_{verb}(&{x}, {at}, {sync}, &{s});")
    return lines + ([] if swap else beside(scope, buffer) + [f"__wait_for_all(&{s});"]) + \
        [f"note({x});", "}"]


def ring(scope):
    """Into a ring and out of it, in one order; so only where one context runs."""
    if scope.program.contexts > 1:
        return atomic(scope)
    program, dice, e = scope.program, scope.dice, scope.program.expression
    count = dice.between(1, 8)
    x, y, s = program.name("x"), program.name("y"), program.name("sig")
    at = f"scratch_ring({program.ring})"
    lines = ["{", f"__xwrite u32 {x}[{count}];", f"__xread u32 {y}[{count}];", f"SIGNAL {s};"]
    lines += [f"{x}[{k}] = {e(scope, U32, 1)};" for k in range(count)]
    lines.append(f"scratch_put_ring({x}, {at}, {count}, ctx_swap, &{s});")
    first = dice.between(1, count)
    lines.append(f"scratch_get_ring({y}, {at}, {first}, ctx_swap, &{s});")
    if count > first:
        lines.append(f"scratch_get_ring(&{y}[{first}], {at}, {count - first}, ctx_swap, &{s});")
    return lines + [f"note({y}[{k}]);" for k in range(count)] + ["}"]


def give_way(_):
    return ["ctx_swap();"]


STATEMENTS = {read: 6, write: 6, both_ways: 3, two_at_once: 3, choice: 1, pipelined: 1, record: 3, atomic: 4, ring: 1, give_way: 1}
