"""Two names for one longword: statics that functions change between stores of one constant, and
pointers that lead to the same elements. Each statement notes the values read in between."""

from .data import assign
from .scope import is_static
from .shapes import Array, Scalar
from .windows import arrays

MOST_ROUNDS = 48
CONSTANTS = (0, 0, 1, 5, 255)


def static(scope):
    """A private integer with static storage, or an element of an array."""
    found = scope.choose(lambda o: is_static(scope, o) and o.memory in ("", "lmem") and o.writable and
                         not o.alias and o.name.isidentifier() and
                         isinstance(getattr(o.shape, "element", o.shape), Scalar))
    if not found:
        return None, None
    if isinstance(found.shape, Array):
        return f"{found.name}[{scope.dice.below(found.shape.length)}]", found.shape.element
    return found.name, found.shape


def changer(scope, place, scalar):
    """A function that changes the place; returns its name."""
    program, dice = scope.program, scope.dice
    name, t = program.name("h"), scalar.name
    u = scalar.unsigned.name
    body = dice.pick((f"{place} = ({t})(({u}){place} + ({u})x);", f"{place} = ({t})(({u}){place} ^ ({u})x);",
                      f"if (x & 1) {place} = ({t}){dice.pick(CONSTANTS)};", f"{place} = ({t})x;"))
    how = dice.pick(("static __noinline", "static __noinline", "static"))
    program.parts.append((name, [f"{how} void {name}(u32 x)", "{", body, "}"]))
    return name


def rounds(scope, most):
    """How often a loop may turn here."""
    return max(1, min(scope.dice.between(2, most), MOST_ROUNDS // scope.rounds))


def again(scope):
    """Constants stored before and after calls of functions that change the place."""
    place, scalar = static(scope)
    if not place:
        return assign(scope)
    program, dice = scope.program, scope.dice
    functions = [changer(scope, place, scalar) for _ in range(dice.between(1, 2))]
    constant, turns, i = dice.pick(CONSTANTS), rounds(scope, 5), program.name("i")
    lines = []
    for _ in range(dice.between(2, 4)):
        lines.append(f"{place} = ({scalar.name}){constant};")
        if dice.chance(85):
            lines.append(f"{dice.pick(functions)}({dice.pick((i, '2', '3', f'{i} + zero'))});")
        if dice.chance(85):
            lines.append(f"note((u32){place});")
    program.spend(scope.rounds * turns * 4)
    return [f"for (u32 {i} = zero; {i} < {turns}; ++{i})", "{", *lines, "}"]


def touch(scope, scalar, names, reach):
    """A statement that accesses memory by one pointer, or by two that may be equal."""
    program, dice = scope.program, scope.dice
    t, constant = scalar.name, dice.pick(CONSTANTS)
    x, y, z = (f"{dice.pick(names)}[{dice.between(0, reach)}]" for _ in range(3))
    old = program.name("t")
    return dice.weighted({
        f"{x} = ({t}){constant};": 6,
        f"note((u32){x});": 4,
        f"{x} = ({t})(({scalar.unsigned.name}){y} + {constant}u);": 2,
        f"if ((u32){x} & 4) {{ {y} = ({t}){constant}; note((u32){z}); }} "
        f"else {{ {y} = ({t}){constant}; {z} = ({t}){x}; }}": 3,
        f"{{ const {t} {old} = {x}; {y} = ({t}){constant}; note((u32){old} + (u32){z}); {x} = {old}; }}": 3,
        f"{{ const u32 {old} = (u32){x}; {y} = ({t}){constant}; "
        f"note(({old} & ~0xff00u) | ((u32){z} & 0xff00u)); {z} = ({t}){old}; }}": 3,
    })


def meeting(scope):
    """Two pointers that walk over one array, on the same element or a few apart."""
    a = arrays(scope, 6)
    if not a:
        return assign(scope)
    program, dice, scalar = scope.program, scope.dice, a.shape.element
    reach, step = dice.between(1, 3), dice.between(0, 4)
    last = a.shape.length - 1 - reach
    turns = rounds(scope, 6)
    if step:
        turns = min(turns, 1 + last // step)
    start = last - step * (turns - 1)
    p, q, i = program.name("p"), program.name("q"), program.name("i")
    first = f"zero + {dice.below(start + 1)}"
    second = first if dice.chance(50) else f"zero + {dice.below(start + 1)}"
    body = [touch(scope, scalar, (p, q), reach) for _ in range(dice.between(3, 7))]
    program.spend(scope.rounds * turns * 4)
    return ["{", f"{scalar.name} *{p} = &{a.name}[{first}], *{q} = &{a.name}[{second}];",
            f"for (u32 {i} = zero; {i} < {turns}; ++{i}, {p} += {step}, {q} += {step})", "{", *body, "}",
            "}"]


STATEMENTS = {again: 3, meeting: 3}
