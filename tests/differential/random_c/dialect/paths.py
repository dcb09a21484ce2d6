"""Loops and functions whose paths bring their own addresses, indices and results: forks that choose
an element, indices that wrap round, early returns, branches with an expected direction."""

from .data import assign
from .meetings import CONSTANTS, rounds
from .scope import is_static
from .shapes import Array, Scalar, U32
from .windows import arrays

MASKS = (1, 3, 7, 15, 31, 63, 255, 0xFF00, 0x0FF0, 0xFFFF, 0x7FFFFFFF)


def change(scope, place, scalar):
    """A statement that changes or notes an element."""
    program, dice, t = scope.program, scope.dice, scalar.name
    u = scalar.unsigned.name
    return dice.weighted({
        f"{place} = ({t})(({u}){place} + {dice.pick(CONSTANTS)}u);": 4,
        f"{place} = ({t}){program.expression(scope, scalar, 1)};": 4,
        f"note((u32){place});": 4,
        f"{place} = ({t}){dice.pick(CONSTANTS)};": 2,
        f"if ((u32){place} & {1 << dice.below(8)}u) {place} = ({t}){dice.pick(CONSTANTS)};": 2,
    })


def loop(scope, body, most=7):
    """The statements `body(inner, counter)` several times."""
    program = scope.program
    turns, i = rounds(scope, most), program.name("i")
    lines = body(scope.inner(turns, (i, turns), ()), i)
    program.spend(scope.rounds * turns * 3)
    return [f"for (u32 {i} = zero; {i} < {turns}; ++{i})", "{", *lines, "}"]


def chosen_element(scope):
    """A pointer that each path sets to its own element."""
    a = arrays(scope, 4)
    b = scope.choose(lambda o: a and o.shape == a.shape and o.memory == a.memory and o.writable and
                     not o.fixed and not o.alias)
    if not b:
        return assign(scope)
    program, dice, e = scope.program, scope.dice, scope.program.expression
    t, n, p = a.shape.element.name, a.shape.length, program.name("p")

    def element(inner):
        of = dice.pick((a, a, b))
        return f"&{of.name}[{dice.below(n) if dice.chance(65) else inner.index(n)}]"

    def body(inner, _):
        lines = [f"{t} *{p} = {element(inner)};"]
        for _ in range(dice.between(1, 3)):
            path = [change(inner, f"*{p}", a.shape.element)] if dice.chance(30) else []
            lines += [f"if ({e.condition(inner, 1)}) {{", *path, f"{p} = {element(inner)};", "}"]
            if dice.chance(40):
                lines += ["else {", f"{p} = {element(inner)};", "}"]
            if dice.chance(40):
                lines.append(change(inner, f"*{p}", a.shape.element))
        places = (f"*{p}", f"*{p}", f"{a.name}[{dice.below(n)}]", f"{b.name}[{dice.below(n)}]")
        return lines + [change(inner, dice.pick(places), a.shape.element)
                        for _ in range(dice.between(1, 4))]
    return loop(scope, body)


def step(dice, i, n):
    """Statements that change an index and keep it below n."""
    mask = (1 << n.bit_length() - 1) - 1
    c = dice.between(1, 9)
    return dice.weighted({
        f"{i} = ({i} + {c}) & {mask};": 5,
        f"{i} += {c}; if ({i} >= {n}) {i} = {dice.below(n)};": 4,
        f"{i} = {i} == {n - 1} ? {dice.below(n)} : {i} + 1;": 3,
        f"{i} = {i} ? {i} - 1 : {n - 1};": 3,
        f"{i} = ({i} << 1 | {dice.below(2)}) & {mask};": 2,
        f"{i} = ({i} ^ {c}) & {mask};": 1,
        f"if ({i} < {n // 2}) {i} += {n - n // 2}; else {i} -= {n // 2};": 2,
    })


def wrapping_index(scope):
    """An index that goes round in one or two arrays, and is used as a number, too."""
    a, b = arrays(scope, 4), arrays(scope, 4)
    if not a or not b:
        return assign(scope)
    program, dice = scope.program, scope.dice
    n, i = min(a.shape.length, b.shape.length), program.name("n")
    first = program.expression(scope, U32, 1)
    start = f"u32 {i} = ({first}) % {n}u;" if dice.chance(50) else f"u32 {i} = {dice.below(n)};"

    def body(inner, k):
        inner.loops.append((i, n))
        lines = [change(inner, f"{o.name}[{i}]", o.shape.element)
                 for o in (a, dice.pick((a, b)))[:dice.between(1, 2)]]
        lines.insert(dice.below(2), step(dice, i, n))
        if dice.chance(30):
            lines.append(f"if ({i} > {dice.below(n)}) note({i});")
        if dice.chance(30):
            lines.append(f"note({i} {dice.pick(('+', '*', '<<', '^'))} {dice.pick((k, '3'))});")
        return lines
    return ["{", start, *loop(scope, body, 12), *([f"note({i});"] if dice.chance(50) else []), "}"]


def masked(scope):
    """Sums of masked, scaled numbers, and elements at such indices."""
    a = arrays(scope, 4)
    if not a:
        return assign(scope)
    program, dice = scope.program, scope.dice
    x, y = program.name("x"), program.name("y")
    mask = (1 << a.shape.length.bit_length() - 1) - 1
    m, s, r = dice.pick(MASKS), dice.between(1, 24), dice.between(1, 24)
    sums = (f"{y} + (({x} & {m:#x}u) << {s})", f"{y} - (({x} >> {r} & {m:#x}u) << {s})",
            f"(({x} << {s}) & {m:#x}u) + {y}", f"({x} >> {r} & {m:#x}u) * {1 << s % 8}u + {y}",
            f"({y} << {s}) | ({x} >> {32 - s} & {m:#x}u)", f"(({x} >> {r}) << {s}) + {y}",
            f"{y} + ((u8)({x} >> {r}) << {s})", f"({x} & {m:#x}u) << {s} == ({y} & {m:#x}u) << {s}")
    lines = ["{", f"u32 {x} = {program.expression(scope, U32, 2)}, {y} = {program.expression(scope, U32, 2)};"]
    for _ in range(dice.between(2, 4)):
        v = dice.pick((x, y))
        lines.append(f"{v} = {dice.pick(sums)};")
        if dice.chance(60):
            at = dice.pick((f"{v} >> {r} & {mask}", f"{v} & {mask}", f"({v} & {mask}) ^ {dice.below(2)}"))
            lines.append(change(scope, f"{a.name}[{at}]", a.shape.element))
    return lines + [f"note({x} ^ {y});", "}"]


def finder(scope, a):
    """A function with early returns; returns its name."""
    program, dice = scope.program, scope.dice
    name, n, i = program.name("h"), a.shape.length, program.name("i")
    inner = scope.alone(lambda o: not is_static(scope, o) or o.alias)
    inner.objects = [o for o in inner.objects if o.name.isidentifier()]
    inner.loops, inner.rounds = [], scope.rounds * n
    e, t = program.expression, a.shape.element.name
    results = ("x", "y", "x + y", f"(u32){a.name}[{dice.below(n)}]", *map(str, CONSTANTS))

    def back():
        test = dice.pick((f"x {dice.pick(('<', '>', '==', '!='))} {dice.pick(CONSTANTS)}u",
                          f"y & {1 << dice.below(32)}u", f"(u8)(x >> 8) == {dice.below(4)}", e.condition(inner, 1)))
        effect = [change(inner, f"{a.name}[x % {n}u]", a.shape.element)] if dice.chance(25) else []
        if dice.chance(30):
            test = f"__builtin_expect(!!({test}), {dice.below(2)})"
        return [f"if ({test}) {{", *effect, f"return {dice.pick(results)};", "}"]
    search = [f"for (u32 {i} = 0; {i} < {n}; ++{i}) if ({a.name}[{i}] == ({t}){dice.pick(('x', 'y', '0'))}) "
              f"return {dice.pick((i, f'{i} + y', 'x'))};"]
    parts = [back(), back(), search if dice.chance(40) else back(),
             [change(inner, f"{a.name}[y % {n}u]", a.shape.element)]]
    lines = [line for part in dice.shuffled(parts)[:dice.between(2, 4)] for line in part]
    how = dice.pick(("static __noinline", "static __forceinline", "static"))
    program.parts.append((name, [f"{how} u32 {name}(u32 x, u32 y)", "{", *lines,
                                 f"return {dice.pick(results)};", "}"]))
    return name


def early_returns(scope):
    a = scope.choose(lambda o: is_static(scope, o) and o.memory in ("", "lmem") and o.writable and
                     not o.alias and not o.fixed and o.name.isidentifier() and
                     isinstance(o.shape, Array) and isinstance(o.shape.element, Scalar))
    if not a:
        return assign(scope)
    program, dice = scope.program, scope.dice
    functions = [finder(scope, a) for _ in range(dice.between(1, 2))]
    y = program.name("y")

    def body(inner, i):
        lines = []
        for _ in range(dice.between(1, 3)):
            x = dice.pick((i, y, program.expression(inner, U32, 1)))
            call = f"{dice.pick(functions)}({x}, {y})"
            effect = change(inner, f"{a.name}[{dice.below(a.shape.length)}]", a.shape.element)
            lines.append(dice.pick((f"note({call});", f"{y} += {call};", f"{y} = {call};",
                                    f"if ({call} > {dice.below(9)}) {effect}")))
        return lines
    return ["{", f"u32 {y} = {program.expression(scope, U32, 1)};", *loop(scope, body), f"note({y});", "}"]


def far(scope):
    """Two pointers into one array, many elements apart or on the same one."""
    a = arrays(scope, 10)
    if not a:
        return chosen_element(scope)
    program, dice, n = scope.program, scope.dice, a.shape.length
    t, p, q = a.shape.element.name, program.name("p"), program.name("q")
    reach = n // 2

    def start(inner):
        return f"{a.name} + {dice.below(n - reach) if dice.chance(40) else f'({inner.index(n - reach)})'}"

    def body(inner, _):
        lines = [f"{t} *{p} = {start(inner)}, *{q} = {start(inner)};"]
        for _ in range(dice.between(3, 8)):
            one = dice.pick((p, q))
            lines.append(change(inner, f"{one}[{dice.below(reach)}]", a.shape.element))
            if dice.chance(15):
                lines.append(f"if ({program.expression.condition(inner, 1)}) {one} = {start(inner)};")
        return lines
    return loop(scope, body)


def expected(scope):
    """Branches with an expected direction, in a loop."""
    program, dice = scope.program, scope.dice

    def body(inner, _):
        lines = []
        for _ in range(dice.between(1, 3)):
            places = [inner.writable() for _ in range(3)]
            values = [program.expression(inner, place.scalar, 1) for place in places]
            test = f"__builtin_expect(!!({program.expression.condition(inner, 1)}), {dice.below(2)})"
            one, other, both = (f"{p.text} = {v};" for p, v in zip(places, values))
            lines += [f"if ({test}) {{", one, *(["continue;"] if dice.chance(30) else []), "}",
                      *(["else {", other, "}"] if dice.chance(50) else []), both]
        return lines
    return loop(scope, body)


def register_array(scope):
    """A few numbers in a local array, rotated and mixed."""
    program, dice = scope.program, scope.dice
    r, k, n = program.name("t"), program.name("i"), dice.between(2, 6)
    t = dice.pick(("u32", "u32", "u32", "u64", "u16"))

    def body(inner, i):
        x, y = dice.below(n), dice.below(n)
        return [line for _ in range(dice.between(1, 3)) for line in dice.pick((
            [f"for (u32 {k} = 0; {k} < {n}; ++{k}) {r}[{k}] += ({t})({k} * {i});"],
            ["{", f"const {t} h = {r}[0];", f"for (u32 {k} = 1; {k} < {n}; ++{k}) {r}[{k} - 1] = {r}[{k}];",
             f"{r}[{n - 1}] = h;", "}"],
            [f"{r}[{i} % {n}] ^= ({t}){r}[{x}];"], [f"if ({r}[{x}] > {r}[{y}]) {r}[{y}] = ({t})({r}[{x}] - 1);"],
            [f"note((u32){r}[{x}]);"]))]
    return ["{", f"{t} {r}[{n}];", *(f"{r}[{m}] = ({t}){program.expression(scope, U32, 1)};" for m in range(n)),
            *loop(scope, body), f"for (u32 {k} = 0; {k} < {n}; ++{k}) note((u32){r}[{k}]);", "}"]


def hash_table(scope):
    """A table of records, searched from an index that depends on the key."""
    program, dice = scope.program, scope.dice
    if program.contexts > 1 or program.counts.get("table"):
        return early_returns(scope)
    t, name, bits, words = program.name("table"), program.name("h"), dice.between(3, 5), dice.pick((1, 1, 3))
    n, last = 1 << bits, f"v[{words - 1}]"
    program.parts.append((t, [f"static EACH struct {{ u32 key; u32 v[{words}]; }} {t}[{n}];"]))
    key, value = f"{t}[at].key", f"{t}[at].{last}"
    go_on = dice.pick((f"{key} != x && {key}", f"{key} > x", f"{key} != x && {value} < 3"))
    found = dice.pick((f"{key} = x; ++{value};", f"{key} = x; {t}[at].v[0] += at;",
                       f"if (!{key}) {key} = x; {value} ^= x;",
                       f"{key} = x; if (at == {dice.below(n)}) return x;"))
    program.parts.append((name, [
        f"static {dice.pick(('__noinline', '__noinline', ''))} u32 {name}(u32 x)", "{",
        f"u32 at = x * 0x9e3779b1u >> {32 - bits}, left = {n};",
        f"while ({go_on} && --left) {{ {step(dice, 'at', n)} }}",
        found, f"return {dice.pick(('at', value, f'{t}[at].v[0] + left'))};", "}"]))

    def body(inner, i):
        return [f"note({name}({program.expression(inner, U32, 1)}{dice.pick(('', ' & 7', f' + {i}'))}));"]
    k = program.name("i")
    return [*loop(scope, body, 12), f"for (u32 {k} = 0; {k} < {n}; ++{k}) note({t}[{k}].key + {t}[{k}].{last});"]


STATEMENTS = {chosen_element: 4, wrapping_index: 4, masked: 3, early_returns: 4, far: 3, expected: 3, register_array: 2,
              hash_table: 4}
