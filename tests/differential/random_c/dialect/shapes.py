"""Types of the generated programs: integers, arrays, structures and unions with bit-fields.

A shape is full if it has no padding bits. Only full objects are read byte by byte: the value
of padding is undefined.
"""

import dataclasses


@dataclasses.dataclass(frozen=True)
class Scalar:
    bits: int
    signed: bool

    @property
    def name(self):
        return f"{'s' if self.signed else 'u'}{self.bits}"

    @property
    def unsigned(self):
        return Scalar(self.bits, False)


S8, S16, S32, S64 = (Scalar(n, True) for n in (8, 16, 32, 64))
U8, U16, U32, U64 = (Scalar(n, False) for n in (8, 16, 32, 64))
SCALARS = (S8, U8, S16, U16, S32, U32, S64, U64)
NARROW = (S8, U8, S16, U16, S32, U32)


@dataclasses.dataclass(frozen=True)
class Array:
    element: object
    length: int


@dataclasses.dataclass(frozen=True)
class Member:
    name: str  # empty: anonymous
    shape: object
    width: int = 0  # of a bit-field


@dataclasses.dataclass(frozen=True)
class Record:
    kind: str  # struct or union
    tag: str  # empty inside another record
    members: tuple
    packed: bool = False
    aligned: int = 0


def rounded(size, align):
    return -(-size // align) * align


def alignment(shape):
    if isinstance(shape, Scalar):
        return shape.bits // 8
    if isinstance(shape, Array):
        return alignment(shape.element)
    members = 1 if shape.packed else max(alignment(m.shape) for m in shape.members)
    return max(members, shape.aligned)


def size(shape):
    """Size in bytes; an estimate for shapes that are not full: bit-fields count as if packed."""
    if isinstance(shape, Scalar):
        return shape.bits // 8
    if isinstance(shape, Array):
        return shape.length * size(shape.element)
    if shape.kind == "union":
        return rounded(max(size(m.shape) for m in shape.members), alignment(shape))
    at = bits = 0
    for m in shape.members:
        if m.width:
            bits += m.width
            continue
        at, bits = at + -(-bits // 8), 0
        at = rounded(at, 1 if shape.packed else alignment(m.shape)) + size(m.shape)
    return rounded(at + -(-bits // 8), alignment(shape))


def is_full(shape):
    if isinstance(shape, Scalar):
        return True
    if isinstance(shape, Array):
        return is_full(shape.element)
    if not all(is_full(m.shape) for m in shape.members):
        return False
    if shape.kind == "union":
        return len({size(m.shape) for m in shape.members}) == 1 and \
            not any(m.width for m in shape.members) and size(shape) == size(shape.members[0].shape)
    at = run = unit = 0
    for m in shape.members:
        if run and (not m.width or m.shape.bits != unit):
            return False
        align = 1 if shape.packed else alignment(m.shape)
        if not run and at % align:
            return False
        if not m.width:
            at += size(m.shape)
            continue
        unit = m.shape.bits
        run += m.width
        if run > unit:
            return False
        if run == unit:
            at, run = at + unit // 8, 0
    return run == 0 and at == rounded(at, alignment(shape))


def body(record):
    lines = []
    for m in record.members:
        width = f" : {m.width}" if m.width else ""
        lines.append(f"{declaration(m.shape, m.name)}{width};")
    text = f"{record.kind} {record.tag} {{ {' '.join(lines)} }}"
    if record.packed:
        text += " PACKED"
    if record.aligned:
        text += f" ALIGNED({record.aligned})"
    return text


def declaration(shape, name):
    """"u32 name[3]". Untagged records are written out."""
    if isinstance(shape, Array):
        return declaration(shape.element, f"{name}[{shape.length}]")
    return f"{type_name(shape)} {name}"


def type_name(shape):
    if isinstance(shape, Scalar):
        return shape.name
    return f"{shape.kind} {shape.tag}" if shape.tag else body(shape)


def leaves(shape, path):
    """(path, scalar, width) of every integer in it; in a union, only of its first member."""
    if isinstance(shape, Scalar):
        yield path, shape, 0
    elif isinstance(shape, Array):
        for i in range(shape.length):
            yield from leaves(shape.element, f"{path}[{i}]")
    else:
        members = shape.members[:1] if shape.kind == "union" else shape.members
        for m in members:
            inner = f"{path}.{m.name}" if m.name else path
            if m.width:
                yield inner, m.shape, m.width
            else:
                yield from leaves(m.shape, inner)


class Maker:
    """Draws shapes; names of members are unique in the program."""

    def __init__(self, names):
        self.names = names

    def scalar(self, dice):
        return dice.pick(SCALARS)

    def fields(self, dice, unit, whole):
        """Bit-fields of one declared width; whole: they fill it."""
        left, members = unit, []
        while left > 0:
            width = min(left, 1 + dice.below(dice.pick((3, 8, 17, unit))))
            members.append(Member(self.names("f"), Scalar(unit, dice.chance(35)), width))
            left -= width
            if not whole and dice.chance(25):
                break
        return members

    def mixed_fields(self, dice):
        """Bit-fields of several declared types, as they come."""
        out = []
        for _ in range(dice.between(2, 6)):
            shape = self.scalar(dice)
            out.append(Member(self.names("f"), shape, dice.between(1, shape.bits)))
        return out

    def structure(self, dice, tag, depth=0):
        members, packed = [], dice.chance(40)
        for _ in range(dice.between(1, 4)):
            kind = dice.weighted({"scalar": 45, "fields": 25, "mixed": 10, "array": 12,
                                  "nested": 0 if depth > 1 else 10})
            if kind == "scalar":
                members.append(Member(self.names("m"), self.scalar(dice)))
            elif kind == "fields":
                members += self.fields(dice, dice.pick((8, 16, 32, 32, 64)), dice.chance(50))
            elif kind == "mixed":
                members += self.mixed_fields(dice)
            elif kind == "array":
                members.append(Member(self.names("m"), Array(self.scalar(dice), dice.between(2, 5))))
            elif dice.chance(50):
                members.append(Member(self.names("m"), self.structure(dice, "", depth + 1)))
            else:
                members.append(Member("" if dice.chance(50) else self.names("m"),
                                      self.union(dice, "", 4 * dice.between(1, 2))))
        aligned = dice.pick((4, 8, 16)) if dice.chance(10) else 0
        return Record("struct", tag, tuple(members), packed, aligned)

    def full_structure(self, dice, tag, bytes_):
        """A structure of `bytes_` bytes (a multiple of 4), without padding."""
        members, left, packed = [], bytes_, dice.chance(50)
        while left:
            units = [u for u in (8, 16, 32, 64) if u // 8 <= left and
                     (packed or (bytes_ - left) % (u // 8) == 0 and (u < 64 or bytes_ % 8 == 0))]
            unit = dice.pick(units)
            if dice.chance(40):
                members += self.fields(dice, unit, True)
            elif unit == 8 and left >= 3 and dice.chance(30):
                members.append(Member(self.names("m"), Array(U8, 3)))
                left -= 2
            else:
                members.append(Member(self.names("m"), Scalar(unit, dice.chance(40))))
            left -= unit // 8
        return Record("struct", tag, tuple(members), packed)

    def union(self, dice, tag, bytes_):
        """A union, whose first member is made of words; the others are views of the same bytes."""
        members = [Member(self.names("w"), U32 if bytes_ == 4 else Array(U32, bytes_ // 4))]
        for _ in range(dice.between(1, 4)):
            kind = dice.pick(("bytes", "halves", "wide", "struct", "struct"))
            if kind == "struct":
                members.append(Member("" if dice.chance(50) else self.names("v"),
                                      self.full_structure(dice, "", bytes_)))
            else:
                element = {"bytes": dice.pick((S8, U8)), "halves": dice.pick((S16, U16)),
                           "wide": dice.pick((S64, U64) if bytes_ % 8 == 0 else (S32,))}[kind]
                members.append(Member(self.names("v"), Array(element, bytes_ * 8 // element.bits)))
        return Record("union", tag, tuple(members))
