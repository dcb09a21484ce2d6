"""Statements that change objects: integers, bit-fields, whole records, targets of pointers."""

from .expressions import constant
from .scope import is_record, space
from .shapes import (Array, S16, S32, S8, SCALARS, U16, U32, U64, U8, Scalar, leaves, size,
                     type_name)


def assign(scope):
    place = scope.writable()
    return [f"{place.text} = {scope.program.expression(scope, place.scalar, 3)};"]


def compound(scope):
    """x op= y, where it is defined for any x."""
    place, dice, e = scope.writable(), scope.dice, scope.program.expression
    s = place.scalar
    wide_signed = s.signed and s.bits >= 32 and not place.width
    ops = ["&=", "|=", "^="]
    if not wide_signed and not (s.signed and place.width > 15):
        ops += ["+=", "-="]
    if not s.signed and s.bits >= 32 and not place.width:
        ops += ["<<=", "*="]
    op = dice.pick(ops + [">>="])
    if op in ("<<=", ">>="):
        limit = s.bits if s.bits >= 32 and not place.width else 8
        return [f"{place.text} {op} {e(scope, dice.pick((U8, U32, S32)), 1)} & {limit - 1};"]
    narrow = S16 if s.signed else s
    return [f"{place.text} {op} {e(scope, narrow, 2)};"]


def step(scope):
    place = scope.writable()
    s = place.scalar
    if s.signed and s.bits >= 32 and not 0 < place.width < 16:
        return assign(scope)
    op = scope.dice.pick(("++", "--"))
    return [f"{place.text}{op};" if scope.dice.chance(50) else f"{op}{place.text};"]


def copy_record(scope):
    """Between any two memories."""
    to = scope.choose(lambda o: is_record(o) and o.writable)
    if not to:
        return assign(scope)
    source = scope.choose(lambda o: o.shape == to.shape and o.name != to.name)
    if not source:
        return assign(scope)
    return [f"{to.name} = {source.name};"]


def literal_record(scope):
    to = scope.choose(lambda o: is_record(o) and o.writable and o.shape.tag)
    if not to:
        return assign(scope)
    value = initial(scope.program, to.shape,
                    lambda s: scope.program.expression(scope, s, 1))
    return [f"{to.name} = ({type_name(to.shape)}){value};"]


def initial(program, shape, value):
    """A braced initialiser of a shape; value: scalar -> text."""
    if isinstance(shape, Scalar):
        return value(shape)
    if isinstance(shape, Array):
        inner = [initial(program, shape.element, value) for _ in range(shape.length)]
    elif shape.kind == "union":
        inner = [initial(program, shape.members[0].shape, value)]
    else:
        inner = [initial(program, m.shape, value) for m in shape.members]
    return f"{{{', '.join(inner)}}}"


def pointer(scope):
    """A block with a pointer to an object, or to elements of an array."""
    to = scope.choose(lambda o: o.addressable and o.writable and not o.alias)
    if not to:
        return assign(scope)
    program, dice = scope.program, scope.dice
    name, words = program.name("p"), qualifier(to.memory)
    inner = scope.inner()
    if isinstance(to.shape, Array) and isinstance(to.shape.element, Array):
        return assign(scope)
    if isinstance(to.shape, Array) and to.shape.length > 2 and dice.chance(70):
        first = scope.index(to.shape.length - 1)
        element, left = to.shape.element, 2
        if first.isdigit():
            left = to.shape.length - int(first)
        start = f"&{to.name}[{first}]"
        inner.local(name, Array(element, left), memory=to.memory, alias=True)
    else:
        element, start = to.shape, f"&{to.name}"
        if isinstance(element, Array):
            return assign(scope)
        inner.local(f"(*{name})", element, memory=to.memory, alias=True)
    return ["{", f"{type_name(element)} {words}*{name} = {start};",
            *program.statements(inner, dice.between(2, 3)), "}"]


def either(scope):
    """A pointer to one of two objects, known only at run time."""
    to = scope.choose(lambda o: o.addressable and o.writable and not o.alias)
    other = to and scope.choose(lambda o: o.shape == to.shape and o.memory == to.memory and
                                o.addressable and o.writable and o.name != to.name)
    if not other or isinstance(to.shape, Array):
        return pointer(scope)
    program = scope.program
    name, inner = program.name("p"), scope.inner()
    inner.local(f"(*{name})", to.shape, memory=to.memory, alias=True)
    condition = program.expression.condition(scope, 1)
    return ["{", f"{type_name(to.shape)} {qualifier(to.memory)}*{name} = {condition} ? "
            f"&{to.name} : &{other.name};", *program.statements(inner, 2), "}"]


def misaligned(scope):
    """An integer anywhere among the bytes of an object."""
    view = scope.array(U8, 10)
    if not view:
        return assign(scope)
    program, dice = scope.program, scope.dice
    s = dice.pick((U16, S16, U32, S32, U64))
    at = scope.index(view.shape.length - s.bits // 8 + 1)
    name = program.name("p")
    inner = scope.inner()
    inner.local(f"{name}->v", s, memory=view.memory, fixed=True)
    kind = f"any_{s.name}"
    return ["{", f"{kind} {qualifier(view.memory)}*{name} = ({kind} {qualifier(view.memory)}*)"
            f"({view.name} + ({at}));", *program.statements(inner, dice.between(1, 2)),
            f"{name}->v {dice.pick(('=', '+=', '^='))} {program.expression(inner, s.unsigned, 2)};"
            if not s.signed else f"{name}->v = {program.expression(inner, s, 2)};",
            f"note((u32){name}->v);", "}"]


def neighbours(scope):
    """Reads and writes of adjacent elements, in order; they become bursts."""
    to = scope.choose(lambda o: isinstance(o.shape, Array) and isinstance(o.shape.element, Scalar) and
                      o.writable and not o.fixed and o.shape.length >= 4)
    if not to:
        return assign(scope)
    program, dice, s = scope.program, scope.dice, to.shape.element
    at, lines = program.name("n"), []
    span = dice.between(2, min(8, to.shape.length))
    lines.append(f"const u32 {at} = {scope.index(to.shape.length - span + 1)};")
    inner = scope.inner()
    for _ in range(dice.between(2, 2 * span)):
        here = f"{to.name}[{at} + {dice.below(span)}]"
        if dice.chance(40):
            t = program.name("t")
            lines.append(f"const {s.name} {t} = {here};")
            inner.local(t, s, writable=False)
        elif dice.chance(80):
            lines.append(f"{here} = {program.expression(inner, s, 1)};")
        else:
            lines.append(f"{here} ^= {program.expression(inner, s, 1)};")
    return ["{", *lines, *remember(inner), "}"]


def pressure(scope):
    """More variables at once than there are registers."""
    program, dice = scope.program, scope.dice
    inner, names, lines = scope.inner(), [], []
    for _ in range(dice.between(10, 26)):
        s = dice.pick((U32, U32, S32, U16, S8, U64))
        names.append((program.name("v"), s))
        lines.append(f"{s.name} {names[-1][0]} = {program.expression(scope, s, 1)};")
        inner.local(names[-1][0], s)
    count = dice.between(1, 4)
    i = program.name("i")
    body = inner.inner(count, (i, count), ("break", "continue"))
    mixed = [f"{n} = ({s.name})({n} {dice.pick('+-^')} ({s.unsigned.name}){dice.pick(names)[0]});"
             for n, s in dice.shuffled(names)[:6] if s.bits < 32 or not s.signed]
    return ["{", *lines, f"for (u32 {i} = 0; {i} < {count}; ++{i}) {{", *mixed,
            *program.statements(body, dice.between(1, 3)), "}",
            *(f"note{'64' if s.bits == 64 else ''}(({s.unsigned.name}){n});" for n, s in names), "}"]


def qualifier(memory):
    """The qualifier of a pointer's target."""
    return f"__{memory} " if space(memory) else ""


def layout(scope):
    """Tests the offsets of a record's members: bytes around them are zero."""
    program, dice = scope.program, scope.dice
    shape = dice.pick(program.records)
    name, at = program.name("t"), program.name("i")
    memory = dice.pick(("", "", *program.memories))
    declared = f"{type_name(shape)} {name}"
    if memory:
        declared = f"KEPT __{memory} {declared}"
    bytes_ = f"((u8 {qualifier(memory)}*)&{name})"
    lines = ["{", f"{declared};", f"for (u32 {at} = 0; {at} < sizeof {name}; ++{at}) "
             f"{bytes_}[{at}] = 0;"]
    inner = scope.inner()
    inner.local(name, shape, memory=memory, fixed=True)
    for path, scalar, _ in leaves(shape, name):
        if dice.chance(70):
            lines.append(f"{path} = {program.expression(inner, scalar, 1)};")
    program.spend(scope.rounds * size(shape) // 2)
    return lines + [f"note(sizeof {name});", f"for (u32 {at} = 0; {at} < sizeof {name}; ++{at}) "
                    f"note({bytes_}[{at}]);", "}"]


def locals_(scope):
    """A block with variables of its own."""
    program, dice = scope.program, scope.dice
    inner, lines = scope.inner(), []
    for _ in range(dice.between(1, 3)):
        lines.append(local(inner))
    if dice.chance(25):
        shape = dice.pick(program.records)
        if size(shape) <= program.small:
            name = program.name("t")
            value = initial(program, shape, lambda s: program.expression(inner, s, 1))
            lines.append(f"{type_name(shape)} {name} = {value};")
            inner.local(name, shape)
    if dice.chance(25):
        lines.append(local_array(inner))
    return ["{", *lines, *program.statements(inner, dice.between(2, 4)), "}"]


def local(scope):
    """A variable: where the compiler likes, in a register, volatile, static, in a memory."""
    program, dice = scope.program, scope.dice
    s, name = dice.pick(SCALARS), program.name("v")
    kind = dice.weighted({"": 70, "__gpr": 12, "volatile": 4, "static": 6, "memory": 8})
    memory = dice.pick(program.memories) if kind == "memory" else "gpr" if kind == "__gpr" else ""
    value = program.expression(scope, s, 2)
    scope.local(name, s, memory=memory, fixed=kind == "volatile")
    if kind == "static":
        return f"static EACH {s.name} {name} = {constant(dice, s)};"
    if kind == "memory":
        return f"IN_MEMORY(__{memory}, {s.name}, {name}, {value});"
    return f"{kind} {s.name} {name} = {value};".lstrip()


def local_array(scope):
    program, dice = scope.program, scope.dice
    length, s = dice.between(2, 5), dice.pick((U8, S8, U16, S16, U32, S32, U64))
    name, register = program.name("t"), dice.chance(30)
    value = initial(program, Array(s, length), lambda s: program.expression(scope, s, 1))
    scope.local(name, Array(s, length), memory="gpr" if register else "", fixed=register)
    return f"{'__gpr ' if register else ''}{s.name} {name}[{length}] = {value};"


def remember(scope):
    """Adds the value of an object to the checksum."""
    place = scope.readable()
    return [f"note64((u64){place.value});" if place.scalar.bits == 64 else f"note((u32){place.value});"]


STATEMENTS = {assign: 22, compound: 14, step: 6, copy_record: 5, literal_record: 2, pointer: 4,
              either: 2, misaligned: 4, layout: 1,
              neighbours: 6, pressure: 1, locals_: 5, remember: 4}
