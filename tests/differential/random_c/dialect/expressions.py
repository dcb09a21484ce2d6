"""Expressions without side effects, defined for all operands.

Signed sums, products and negations are made where they cannot overflow, or of unsigned operands;
shift counts are masked; divisors are not zero.
"""

from .shapes import NARROW, S16, S32, SCALARS, U8, U16, U32, U64, Scalar

COMPARISONS = ("<", "<=", ">", ">=", "==", "!=")
INTERESTING = (0, 1, 2, 3, 4, 7, 8, 15, 16, 31, 32, 63, 64, 100, 127, 128, 255, 256, 1000, 4095,
               0x7FFF, 0x8000, 0xFFFF, 0x10000, 0x00FF00FF, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF,
               0xFF000000, 0x100000000, 0x7FFFFFFFFFFFFFFF, 0x8000000000000000, 0xFFFFFFFF00000000)


def constant(dice, scalar):
    """A constant of that type, as C writes it."""
    value = dice.pick(INTERESTING) if dice.chance(60) else dice.bits(dice.between(1, 64))
    if dice.chance(20):
        value = -value
    value &= (1 << scalar.bits) - 1
    suffix = "ull" if scalar.bits == 64 else "u"
    if scalar.signed and value >> (scalar.bits - 1):
        return f"({scalar.name})-{(1 << scalar.bits) - value}{suffix}"
    return f"({scalar.name}){value:#x}{suffix}" if value > 9 else f"({scalar.name}){value}"


class Expressions:
    """Draws expressions; their names come from a scope."""

    def __init__(self, weights):
        self.weights = weights

    def __call__(self, scope, scalar, depth):
        """An expression of this type, or promoted from it: a name, a cast or a constant, which
        operators bind to as a whole."""
        dice = scope.dice
        if depth <= 0 or dice.chance(15):
            return self.leaf(scope, scalar)
        kind = dice.weighted(self.weights)
        text = getattr(self, kind)(scope, scalar, depth - 1)
        return f"({scalar.name}){text}"

    def leaf(self, scope, scalar):
        dice = scope.dice
        if dice.chance(22):
            return constant(dice, scalar)
        if scope.loops and dice.chance(20):
            return f"({scalar.name}){dice.pick(scope.loops)[0]}"
        for _ in range(3):
            place = scope.readable()
            if place.scalar.bits >= scalar.bits:
                break
        if place.scalar == scalar and not place.width:
            return place.text
        return f"({scalar.name}){place.value}"

    def condition(self, scope, depth):
        dice = scope.dice
        kind = dice.below(10)
        if depth > 0 and kind == 0:
            return f"({self.condition(scope, depth - 1)} {dice.pick(('&&', '||'))} " \
                   f"{self.condition(scope, depth - 1)})"
        if kind == 1:
            return f"!{self(scope, dice.pick(SCALARS), depth)}"
        if kind == 2:
            return f"({self(scope, U32, depth)} >> {dice.below(32)} & 1)"
        if kind == 3:
            value = f"({self(scope, U32, depth)} >> {dice.pick((0, 8, 16, 24))} & 0xff)"
            return f"({value} == {dice.below(256)})"
        scalar = dice.pick(SCALARS)
        right = constant(dice, scalar) if dice.chance(40) else self(scope, scalar, depth)
        return f"({self(scope, scalar, depth)} {dice.pick(COMPARISONS)} {right})"

    # The kinds. Each returns text in parentheses, or that a cast binds to as a whole.

    def sums(self, scope, scalar, depth):
        dice = scope.dice
        op = dice.pick(("+", "-", "+", "-", "*"))
        if scalar.signed and dice.chance(50):  # cannot overflow
            narrow = {64: (S32, U32), 32: (S16, U8)}.get(scalar.bits, (S16, U8))
            left, right = dice.pick(narrow), dice.pick(narrow)
            wide = "(s64)" if scalar.bits == 64 else ""
            return f"({wide}{self(scope, left, depth)} {op} {wide}{self(scope, right, depth)})"
        u = "u64" if scalar.bits == 64 else "u32"
        return f"(({u}){self(scope, scalar, depth)} {op} ({u}){self(scope, scalar, depth)})"

    def bits(self, scope, scalar, depth):
        dice = scope.dice
        op = dice.pick(("&", "|", "^"))
        complement = "~" if dice.chance(20) else ""
        return f"({self(scope, scalar, depth)} {op} {complement}{self(scope, scalar, depth)})"

    def unary(self, scope, scalar, depth):
        operand = self(scope, scalar, depth)
        u = "u64" if scalar.bits == 64 else "u32"
        return scope.dice.pick((f"~{operand}", f"-({u}){operand}", f"!{operand}"))

    def shifts(self, scope, scalar, depth):
        dice = scope.dice
        width = max(32, scalar.bits)
        count = str(dice.below(width)) if dice.chance(35) else \
            f"({self(scope, dice.pick((U8, U32, S32, U64)), depth)} & {width - 1})"
        if dice.chance(50):
            return f"({self(scope, scalar, depth)} >> {count})"
        u = "u64" if scalar.bits == 64 else "u32"
        return f"(({u}){self(scope, scalar, depth)} << {count})"

    def rotations(self, scope, scalar, depth):
        u = Scalar(64 if scalar.bits == 64 else 32, False)
        count = self(scope, U32, depth) if scope.dice.chance(60) else f"{scope.dice.below(64)}u"
        return f"ROTATE_{u.name}({self(scope, u, depth)}, {count})"

    def divisions(self, scope, scalar, depth):
        dice = scope.dice
        op, left = dice.pick(("/", "%")), self(scope, scalar, depth)
        if dice.chance(30):
            divisor = dice.pick((2, 3, 5, 7, 10, 16, 60, 100, 127))
            sign = "-" if scalar.signed and dice.chance(30) else ""
            return f"({left} {op} ({scalar.name}){sign}{divisor})"
        right = self(scope, scalar, depth)
        if dice.chance(30):
            right = f"({scalar.name})({right} >> {dice.below(scalar.bits)})"
        return f"{'DIV' if op == '/' else 'MOD'}_{scalar.name}({left}, {right})"

    def comparisons(self, scope, scalar, depth):
        return self.condition(scope, depth)

    def choices(self, scope, scalar, depth):
        return f"({self.condition(scope, depth)} ? {self(scope, scalar, depth)} : " \
               f"{self(scope, scalar, depth)})"

    def casts(self, scope, scalar, depth):
        return self(scope, scope.dice.pick(SCALARS), depth)

    def halves(self, scope, scalar, depth):
        """Values put together from parts, and taken apart."""
        dice = scope.dice
        if scalar.bits == 64 and dice.chance(50):
            return f"((u64){self(scope, U32, depth)} << 32 | {self(scope, U32, depth)})"
        if dice.chance(40):
            parts = " | ".join(f"(u32){self(scope, U8, depth - 1)} << {n}" for n in (24, 16, 8, 0))
            return f"({parts})"
        return f"({self(scope, U64, depth)} >> {dice.pick((8, 16, 24, 32, 40, 48))})"

    def widened(self, scope, scalar, depth):
        """Products and sums of narrow operands in a wide type."""
        dice = scope.dice
        narrow = dice.pick(NARROW)
        wide = "s64" if narrow.signed else "u64"
        return f"(({wide}){self(scope, narrow, depth)} {dice.pick('+-*')} " \
               f"{self(scope, narrow, depth)})"

    def masked(self, scope, scalar, depth):
        """Operands that have fewer bits than their type: short products, parts of words."""
        dice = scope.dice
        u = U64 if scalar.bits == 64 else U32
        bits = dice.pick((1, 4, 7, 8, 9, 12, 15, 16, 17, 20, 23, 24, 31))
        part = f"({self(scope, u, depth)} & {(1 << bits) - 1:#x}u)" if dice.chance(60) else \
            f"({self(scope, u, depth)} >> {u.bits - bits})"
        return f"({part} {dice.pick('**+-&|^')} {self(scope, dice.pick((U8, U16, u)), depth)})"

    def intrinsics(self, scope, scalar, depth):
        dice = scope.dice
        x, y = self(scope, U32, depth), self(scope, U32, depth)
        return dice.pick((
            f"ffs({x} | 1u << {dice.below(32)})", f"pop_count({x})", f"bswap({x})", f"bitswap({x})",
            f"rotl({x}, {y})", f"rotr({x}, {y})", f"dbl_shl({x}, {y}, {dice.below(32)})",
            f"dbl_shr({x}, {y}, {dice.below(32)})",
            f"dbl_shr({x}, {y}, {self(scope, U8, 0)} & 31u)",
            f"multiply_24x8({x}, {y})", f"multiply_16x16({x}, {y})", f"multiply_32x32_hi({x}, {y})",
            f"multiply_32x32({x}, {y})", f"bit_test({x}, {y} & 31u)"))

    def calls(self, scope, scalar, depth):
        pure = [f for f in scope.functions if f.pure and f.cost * scope.rounds < 300]
        if not pure:
            return self.sums(scope, scalar, depth)
        f = scope.dice.pick(pure)
        scope.program.spend(f.cost * scope.rounds)
        given = ", ".join(self(scope, p.shape, min(depth, 1)) for p in f.parameters)
        return f"{f.name}({given})"


def weights(wide=1, divisions=4, intrinsics=3):
    return {"sums": 20, "bits": 14, "unary": 5, "shifts": 12 * wide, "rotations": 2 * wide,
            "divisions": divisions, "comparisons": 5, "choices": 6, "casts": 6, "halves": 5 * wide,
            "widened": 3 * wide, "masked": 5, "intrinsics": intrinsics, "calls": 4}
