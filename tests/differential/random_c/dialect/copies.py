"""Bytes moved, filled and compared, in and between memories: tails, any alignment, overlap."""

from .data import assign
from .scope import MEMORIES, apart, space
from .shapes import U32, U64, U8


def suffix(memory):
    return memory if memory in MEMORIES else "lmem"


def buffer(scope, want=lambda o: True):
    return scope.array(U8, 12, want)


def length(scope, most):
    """A count up to `most`: constant, or not."""
    dice = scope.dice
    if dice.chance(45):
        return str(dice.between(0, most))
    return f"{scope.program.expression(scope, U32, 1)} % {most + 1}u"


def offset(scope, limit):
    """Below the limit; of longwords rather often."""
    if scope.dice.chance(45):
        return str(4 * scope.dice.below(limit // 4))
    return scope.index(limit)


def between(scope):
    """memcpy_D_S and ua_memcpy_D_S: all pairs of memories."""
    to = buffer(scope, lambda o: not o.alias)
    source = to and buffer(scope, lambda o: not o.alias and o.name != to.name)
    if not source:
        return assign(scope)
    dice = scope.dice
    room = min(to.shape.length, source.shape.length)
    pair = f"{suffix(to.memory)}_{suffix(source.memory)}"
    kind = dice.below(4)
    if kind == 0:
        offset = 4 * dice.below(room // 4)
        return [f"memcpy_{pair}({to.name} + {offset}, {source.name} + {offset}, "
                f"{length(scope, room - offset)});"]
    if kind == 1:
        return [f"note((u32)SIGN(memcmp_{pair}({to.name}, {source.name}, {length(scope, room)})));"]
    at, from_ = dice.below(to.shape.length // 2), dice.below(source.shape.length // 2)
    count = length(scope, min(to.shape.length - at, source.shape.length - from_))
    if kind == 2:
        return [f"ua_memcpy_{pair}({to.name}, {at}, {source.name}, {from_}, {count});"]
    name = "ua_memcpy" if space(to.memory) == "" or space(source.memory) == "" \
        else f"ua_memcpy_{pair}"
    return [f"{name}({to.name}, {scope.index(to.shape.length // 2)}, {source.name}, "
            f"{scope.index(source.shape.length // 2)}, {length(scope, room // 2)});"]


def fill(scope):
    to = buffer(scope, lambda o: not o.alias)
    if not to:
        return assign(scope)
    offset = 4 * scope.dice.below(to.shape.length // 4)
    value = scope.program.expression(scope, U8, 1) if scope.dice.chance(60) else "0"
    return [f"memset_{suffix(to.memory)}({to.name} + {offset}, {value}, "
            f"{length(scope, to.shape.length - offset)});"]


def builtin(scope):
    """memcpy, memmove and memset of C, which are for private objects."""
    to = buffer(scope, lambda o: space(o.memory) == "")
    source = to and buffer(scope, lambda o: space(o.memory) == "")
    if not source:
        return assign(scope)
    dice = scope.dice
    half, other = to.shape.length // 2, source.shape.length // 2
    count = length(scope, min(half, other))
    at = f"{to.name} + ({offset(scope, half)})"
    if dice.chance(30):
        return [f"__builtin_memset({at}, (int){scope.program.expression(scope, U8, 1)}, {count});"]
    from_ = f"{source.name} + ({offset(scope, other)})"
    function = "__builtin_memcpy" if apart(to, source) and dice.chance(60) else "__builtin_memmove"
    return [f"{function}({at}, {from_}, {count});"]


def value_at(scope):
    """ua_get_* and ua_set_*: big-endian integers anywhere."""
    view = buffer(scope, lambda o: not o.alias)
    if not view:
        return assign(scope)
    dice, e = scope.dice, scope.program.expression
    bits = dice.pick((8, 16, 32, 64))
    at = scope.index(view.shape.length - 8)
    word = f"_{suffix(view.memory)}" if dice.chance(60) else ""
    if dice.chance(50):
        value = e(scope, U64 if bits == 64 else U32, 2)
        return [f"ua_set_{bits}{word}({view.name}, {at}, {value});"]
    place = scope.writable()
    r = scope.program.name("r")
    kind = dice.pick(("u", "s"))
    return ["{", f"const {kind}{max(bits, 32)} {r} = ua_get_{kind}{bits}{word}({view.name}, {at});",
            f"{place.text} = ({place.scalar.name}){r};", "}"]


STATEMENTS = {between: 5, fill: 3, builtin: 5, value_at: 5}
