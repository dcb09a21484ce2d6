"""Statements that branch, loop and call."""

from .scope import Object, space
from .shapes import Record, S8, S16, S32, S64, Scalar, U8, U16, U32, U64, type_name

MOST_ROUNDS = 48


def block(scope, statements):
    return ["{", *scope.program.statements(scope, statements), "}"]


def if_else(scope):
    e = scope.program.expression
    lines = [f"if ({e.condition(scope, 2)})", *block(scope.inner(), scope.dice.between(1, 3))]
    if scope.dice.chance(50):
        lines += ["else", *block(scope.inner(), scope.dice.between(1, 2))]
    return lines


def counted_loop(scope):
    dice, name = scope.dice, scope.program.name("i")
    count = dice.between(2, 9)
    if scope.rounds * count > MOST_ROUNDS:
        return if_else(scope)
    inner = scope.inner(count, (name, count), ("break", "continue"))
    limit = str(count)
    if dice.chance(40):
        limit = f"({scope.program.expression(scope, U32, 1)} % {count + 1}u)"
        bound = scope.program.name("n")
        lines = [f"const u32 {bound} = {limit};"]
        limit = bound
    else:
        lines = []
    kind = dice.pick(("s32", "u32", "u32", "u8"))
    head = dice.pick((
        f"for ({kind} {name} = 0; {name} < ({kind}){limit}; ++{name})",
        f"for ({kind} {name} = ({kind}){limit}; {name}-- > 0;)",
        f"for ({kind} {name} = 0; {name} < ({kind}){limit}; {name} += {dice.between(1, 3)})"))
    return ["{", *lines, head, *block(inner, dice.between(1, 4)), "}"]


def while_loop(scope):
    dice, name = scope.dice, scope.program.name("n")
    count = dice.between(2, 7)
    if scope.rounds * count > MOST_ROUNDS:
        return if_else(scope)
    inner = scope.inner(count, (name, count), ("break", "continue"))
    e = scope.program.expression
    start = f"u32 {name} = {e(scope, U32, 1)} % {count + 1}u;"
    if dice.chance(50):
        return ["{", start, f"while ({name}-- > 0)", *block(inner, dice.between(1, 3)), "}"]
    return ["{", start, "do", *block(scope.inner(count, jumps=("break",)), dice.between(1, 3)),
            f"while ({name}-- > 0);", "}"]


def leave(scope):
    """Out of a loop or round it, sometimes."""
    if not scope.jumps:
        return assignment_instead(scope)
    return [f"if ({scope.program.expression.condition(scope, 1)}) {scope.dice.pick(scope.jumps)};"]


def assignment_instead(scope):
    place = scope.writable()
    return [f"{place.text} = {scope.program.expression(scope, place.scalar, 2)};"]


def early(scope):
    """Back to the caller, sometimes."""
    if not scope.program.in_function:
        return leave(scope)
    return [f"if ({scope.program.expression.condition(scope, 2)}) {{",
            *scope.program.giving_back(scope), "}"]


def skip(scope):
    """goto over the rest of a block."""
    label = scope.program.name("l")
    inner = scope.inner(jumps=())
    condition = scope.program.expression.condition(scope, 1)
    return ["{", *scope.program.statements(inner, 1), f"if ({condition}) goto {label};",
            *block(inner.inner(), 2), "}", f"{label}:;"]


def cases(dice, scalar, dense):
    """Values of cases, all different."""
    count = dice.between(3, 14)
    low = -(1 << scalar.bits - 1) if scalar.signed else 0
    span = 1 << scalar.bits
    if dense:
        first = dice.pick((0, 0, 1, -3 if scalar.signed else 2, 10, 100))
        values = [first + n for n in range(count) if dice.chance(85)] or [first]
    else:
        values = [low + dice.bits(64) % span if dice.chance(60) else dice.pick((0, 1, 5, 40, 100))
                  for _ in range(count)]
    return sorted(set(values))


def switch(scope):
    dice, e = scope.dice, scope.program.expression
    dense = dice.chance(60)
    scalar = dice.pick((U32, S32, U8, S8, U16, S16) if dense else (U32, S32, U16, S16, U64, S64))
    values = cases(dice, scalar, dense)
    if dense:
        span = values[-1] + 3 or 1  # never modulo 0
        value = f"({e(scope, U32, 2)} % {span}u)"
        if scalar.signed and values[0] < 0:
            value = f"((s32){value} - {-values[0] + 1})"
        value = f"({scalar.name}){value}"
    elif dice.chance(50):
        value = f"{e.condition(scope, 1)} ? {literal(dice.pick(values), scalar)} : " \
                f"{e(scope, scalar, 2)}"
    else:
        value = e(scope, scalar, 2)
    inner = scope.inner(jumps=("break", "continue") if "continue" in scope.jumps else ("break",))
    lines = [f"switch ({value})", "{"]
    ended = True
    for v in dice.shuffled(values):
        if dice.chance(8) and ended and dense and v + 1 not in values and v < 100:
            lines.append(f"case {literal(v, scalar)} ... {literal(v + 1, scalar)}:")
        else:
            lines.append(f"case {literal(v, scalar)}:")
        if dice.chance(15):
            ended = False
            continue  # together with the next
        lines += block(inner.inner(), dice.between(1, 2))
        ended = not dice.chance(15)
        if ended:
            lines.append("break;")
    if dice.chance(70):
        lines += ["default:", *block(inner.inner(), 1)]
    else:
        lines.append("default:;")
    return lines + ["}"]


def literal(value, scalar):
    suffix = "ull" if scalar.bits == 64 else "u"
    if value < 0:
        return f"({scalar.name})-{-value}{suffix}"
    return f"({scalar.name}){value}{suffix}"


def argument(scope, parameter):
    """An expression to pass; None when there is nothing of the kind."""
    if isinstance(parameter.shape, Scalar) and parameter.memory is None:
        return scope.program.expression(scope, parameter.shape, 2)
    memory = parameter.memory

    def fits(o):
        if not o.addressable or not o.writable or o.shape != parameter.shape:
            return False
        return memory is None or space(o.memory) == space(memory)

    if parameter.length > 1:
        found = scope.array(parameter.shape, parameter.length,
                            lambda o: space(o.memory) == space(memory))
        return found and found.name
    found = scope.choose(fits)
    if not found:
        return None
    return found.name if memory is None else f"&{found.name}"


def call(scope):
    """Calls a function for its effect, or for its result."""
    able = [f for f in scope.functions if f.cost * scope.rounds < 600]
    if not able:
        return assignment_instead(scope)
    f = scope.dice.pick(able)
    given = [argument(scope, p) for p in f.parameters]
    if None in given:
        return assignment_instead(scope)
    scope.program.spend(f.cost * scope.rounds)
    text = f"{f.name}({', '.join(given)})"
    if f.result is None:
        return [f"{text};"]
    if isinstance(f.result, Record):
        found = scope.choose(lambda o: o.shape == f.result and o.writable)
        if found:
            return [f"{found.name} = {text};"]
        return ["{", f"{type_name(f.result)} {(r := scope.program.name('r'))} = {text};",
                *scope.program.notes(Object(r, f.result)), "}"]
    if scope.dice.chance(30):
        return [f"note((u32)({text}));"]
    place, r = scope.writable(), scope.program.name("r")  # its index before or after? so apart
    return ["{", f"const {f.result.name} {r} = {text};", f"{place.text} = ({place.scalar.name}){r};",
            "}"]


STATEMENTS = {if_else: 8, counted_loop: 7, while_loop: 3, leave: 2, early: 1, skip: 1, switch: 3, call: 10}
