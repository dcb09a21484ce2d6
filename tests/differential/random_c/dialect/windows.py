"""Loops over private arrays. They test local memory's two windows, their offsets and their
counters."""

from .data import assign
from .scope import Object
from .shapes import Array, NARROW, Scalar, U32


def arrays(scope, least):
    """A private array of integers that may be changed."""
    return scope.choose(lambda o: o.memory in ("", "lmem") and o.writable and not o.fixed and
                        not o.alias and isinstance(o.shape, Array) and
                        isinstance(o.shape.element, Scalar) and o.shape.length >= least)


def element(scope, array, at):
    return f"{array.name}[{at}]"


def combine(scope, left, right, scalar):
    """left op right, as unsigned."""
    u = "u64" if scalar.bits == 64 else "u32"
    op = scope.dice.pick(("+", "-", "^", "+", "*"))
    return f"({scalar.name})(({u}){left} {op} ({u}){right})"


def running(scope):
    """Each element from its neighbour, up or down."""
    a = arrays(scope, 4)
    if not a:
        return assign(scope)
    i, n, s = scope.program.name("i"), a.shape.length, a.shape.element
    step = scope.dice.between(1, 3)
    scope.program.spend(scope.rounds * n // 2)
    if scope.dice.chance(50):
        head = f"for (u32 {i} = {step}; {i} < {n}; ++{i})"
        near = f"{i} - {step}"
    else:
        head = f"for (u32 {i} = {n - step}; {i}-- > 0;)"
        near = f"{i} + {step}"
    return [f"{head} {a.name}[{i}] = {combine(scope, element(scope, a, i), element(scope, a, near), s)};"]


def walking(scope):
    """Two pointers at once."""
    a, b = arrays(scope, 4), arrays(scope, 4)
    if not a or not b or a.name == b.name:
        return running(scope)
    program, dice = scope.program, scope.dice
    n = min(a.shape.length, b.shape.length)
    count = f"({program.expression(scope, U32, 1)} % {n + 1}u)" if dice.chance(50) else str(n)
    p, q, k = program.name("p"), program.name("q"), program.name("n")
    s, t = a.shape.element, b.shape.element
    program.spend(scope.rounds * n // 2)
    down = dice.chance(30)
    start = f" + {b.shape.length}" if down else ""
    source = f"*--{q}" if down else f"*{q}++"
    op = dice.pick(("", "", "+", "-", "^"))
    u = "u64" if s.bits == 64 else "u32"
    body = f"*{p}++ = ({s.name}){source};" if not op else \
        f"{{ *{p} = ({s.name})(({u})*{p} {op} ({u}){source}); ++{p}; }}"
    return ["{", f"{s.name} *{p} = {a.name};", f"const {t.name} *{q} = {b.name}{start};",
            f"for (u32 {k} = {count}; {k}; --{k}) {body}",
            *([f"note((u32)({p} - {a.name}));"] if dice.chance(30) else []), "}"]


def histogram(scope):
    a, b = arrays(scope, 4), arrays(scope, 4)
    if not a or not b or a.name == b.name:
        return running(scope)
    i, s = scope.program.name("i"), a.shape.element
    scope.program.spend(scope.rounds * b.shape.length // 2)
    counted = f"(u32){b.name}[{i}] % {a.shape.length}u"
    step = combine(scope, f"{a.name}[{counted}]", f"({i} + 1)", s)
    return [f"for (u32 {i} = 0; {i} < {b.shape.length}; ++{i}) {a.name}[{counted}] = {step};"]


def sort(scope):
    a = arrays(scope, 4)
    if not a or a.shape.length > 12 or scope.rounds > 4:
        return running(scope)
    program, s = scope.program, a.shape.element
    i, j, t = program.name("i"), program.name("j"), program.name("t")
    program.spend(scope.rounds * a.shape.length ** 2 // 4)
    order = scope.dice.pick((">", "<"))
    return ["{", f"for (u32 {i} = 1; {i} < {a.shape.length}; ++{i}) {{",
            f"const {s.name} {t} = {a.name}[{i}];", f"u32 {j} = {i};",
            f"for (; {j} > 0 && {a.name}[{j} - 1] {order} {t}; --{j}) "
            f"{a.name}[{j}] = {a.name}[{j} - 1];", f"{a.name}[{j}] = {t};", "}", "}"]


def reverse(scope):
    a = arrays(scope, 4)
    if not a:
        return assign(scope)
    program, s = scope.program, a.shape.element
    i, t = program.name("i"), program.name("t")
    n = a.shape.length
    program.spend(scope.rounds * n // 2)
    return [f"for (u32 {i} = 0; {i} < {n // 2}; ++{i}) {{ const {s.name} {t} = {a.name}[{i}]; "
            f"{a.name}[{i}] = {a.name}[{n - 1} - {i}]; {a.name}[{n - 1} - {i}] = {t}; }}"]


def search(scope):
    a = arrays(scope, 4)
    if not a:
        return assign(scope)
    program, s = scope.program, a.shape.element
    i = program.name("i")
    program.spend(scope.rounds * a.shape.length // 3)
    return ["{", f"u32 {i} = 0;", f"while ({i} < {a.shape.length} && {a.name}[{i}] "
            f"{scope.dice.pick(('!=', '<', '>'))} {program.expression(scope, s, 1)}) ++{i};",
            f"note({i});", "}"]


def square(scope):
    """A table of two dimensions, filled and summed along rows and columns."""
    program, dice = scope.program, scope.dice
    rows, columns = dice.between(2, 4), dice.between(2, 5)
    if scope.rounds > 6 or rows * columns * 4 > program.small:
        return running(scope)
    s = dice.pick(NARROW)
    m, i, j, sum_ = (program.name(c) for c in ("t", "i", "j", "n"))
    program.spend(scope.rounds * rows * columns)
    inner = scope.inner(rows * columns)
    inner.loops += [(i, rows), (j, columns)]
    value = program.expression(inner, s, 2)
    at = dice.pick((f"[{i}][{j}]", f"[{rows - 1} - {i}][{j}]"))
    return ["{", f"{s.name} {m}[{rows}][{columns}];", f"u32 {sum_} = 0;",
            f"for (u32 {i} = 0; {i} < {rows}; ++{i}) for (u32 {j} = 0; {j} < {columns}; ++{j}) "
            f"{m}{at} = {value};",
            f"for (u32 {j} = 0; {j} < {columns}; ++{j}) for (u32 {i} = 0; {i} < {rows}; ++{i}) "
            f"{sum_} = {sum_} * 31 + (u32){m}[{i}][{j}];", f"note({sum_});", "}"]


def records(scope):
    """A loop over an array of records, member by member."""
    program, dice = scope.program, scope.dice
    a = scope.choose(lambda o: o.memory in ("", "lmem") and o.writable and
                     isinstance(o.shape, Array) and not isinstance(o.shape.element, Scalar))
    if not a:
        return running(scope)
    i = program.name("i")
    n = a.shape.length
    program.spend(scope.rounds * n)
    inner = scope.inner(n, (i, n))
    one = Object(f"{a.name}[{i}]", a.shape.element)
    lines = []
    for _ in range(dice.between(1, 3)):
        place = inner.walk(one)
        lines.append(f"{place.text} = {program.expression(inner, place.scalar, 2)};")
    return [f"for (u32 {i} = 0; {i} < {n}; ++{i}) {{", *lines, "}"]


def stack(scope):
    a = arrays(scope, 4)
    if not a:
        return assign(scope)
    program, s, dice = scope.program, a.shape.element, scope.dice
    top = program.name("n")
    e = program.expression
    lines = ["{", f"u32 {top} = 0;"]
    have = 0
    for _ in range(dice.between(3, 7)):
        if have < a.shape.length and (have < 2 or dice.chance(60)):
            lines.append(f"{a.name}[{top}++] = {e(scope, s, 1)};")
            have += 1
        else:
            x, y = program.name("x"), program.name("y")
            lines.append(f"{{ const {s.name} {x} = {a.name}[--{top}], {y} = {a.name}[--{top}]; "
                         f"{a.name}[{top}++] = {combine(scope, x, y, s)}; }}")
            have -= 1
    return lines + ["}"]


STATEMENTS = {running: 4, walking: 4, histogram: 2, sort: 2, reverse: 2, search: 2, square: 2,
              records: 3, stack: 2}
