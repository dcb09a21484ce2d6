"""Names for generated code: objects, loop counters, functions; and how often it runs."""

import dataclasses

from .shapes import Array, Record, Scalar

MEMORIES = ("sram", "dram", "scratch")


@dataclasses.dataclass(frozen=True)
class Object:
    """Something with a name. Through a pointer p: "(*p)", or "p" when it has several elements."""
    name: str
    shape: object
    memory: str = ""  # sram, dram, scratch, lmem, gpr; empty: the compiler's choice
    writable: bool = True
    fixed: bool = False  # indices are constants
    alias: bool = False  # reached through a pointer: may overlap others

    @property
    def addressable(self):
        return self.memory != "gpr" and not self.fixed


@dataclasses.dataclass(frozen=True)
class Place:
    """An integer that can be read, mostly written."""
    text: str
    scalar: Scalar
    width: int = 0

    @property
    def value(self):
        """Bit-fields wider than int have types of their own in some compilers: cast at once."""
        return f"(({self.scalar.name}){self.text})" if self.width > 31 else self.text


@dataclasses.dataclass(frozen=True)
class Function:
    name: str
    result: object  # a shape, or None
    parameters: tuple  # of Parameter
    pure: bool  # scalars in, a scalar out, nothing else
    cost: int


@dataclasses.dataclass(frozen=True)
class Parameter:
    name: str
    shape: object
    memory: str = None  # of a pointer's target; None: no pointer
    length: int = 1


class Scope:
    """One block of one function. Inner blocks see the names of outer ones."""

    def __init__(self, program, objects, functions=(), rounds=1, loops=(), depth=0, jumps=()):
        self.program = program
        self.objects = list(objects)
        self.functions = list(functions)
        self.rounds = rounds  # how often the block runs each time its function does
        self.loops = list(loops)  # (counter, limit)
        self.depth = depth
        self.jumps = jumps  # "break", "continue" where they are possible

    @property
    def dice(self):
        return self.program.dice

    def inner(self, rounds=1, loop=None, jumps=None, without=()):
        return Scope(self.program, [o for o in self.objects if o not in without], self.functions,
                     self.rounds * rounds, self.loops + ([loop] if loop else []), self.depth + 1,
                     self.jumps if jumps is None else jumps)

    def alone(self, without):
        """A block that touches no object of `without`, and none through pointers or calls."""
        inner = self.inner(jumps=())
        inner.objects = [o for o in self.objects if not without(o)]
        inner.functions = [f for f in self.functions if f.pure]
        return inner

    def local(self, name, shape, **more):
        """A new object of this block; returns it."""
        made = Object(name, shape, **more)
        self.objects.append(made)
        return made

    def index(self, length):
        """An expression below `length`, from counters if possible."""
        dice = self.dice
        fitting = [name for name, limit in self.loops if limit <= length]
        if fitting and dice.chance(70):
            return dice.pick(fitting)
        scalars = [o.name for o in self.objects if isinstance(o.shape, Scalar)]
        if not scalars or dice.chance(45):
            return str(dice.below(length))
        value = f"((u32){dice.pick(scalars)} {dice.pick(('+', '^'))} {dice.below(64)}u)"
        if length & (length - 1) == 0:
            return f"{value} & {length - 1}"
        return f"{value} % {length}u"

    def walk(self, thing):
        """A part of an object, reached by random indices and members."""
        path, shape, dice = thing.name, thing.shape, self.dice
        while True:
            if isinstance(shape, Scalar):
                return Place(path, shape)
            if isinstance(shape, Array):
                at = dice.below(shape.length) if thing.fixed else self.index(shape.length)
                path, shape = f"{path}[{at}]", shape.element
                continue
            member = dice.pick(shape.members)
            if member.name:
                path = f"{path}.{member.name}"
            if member.width:
                return Place(path, member.shape, member.width)
            shape = member.shape

    def choose(self, want):
        """One of the objects that `want` accepts; None if there is none. Newer ones come first."""
        fitting = [o for o in self.objects if want(o)]
        if not fitting:
            return None
        if self.dice.chance(30):
            fitting = fitting[-4:]
        return self.dice.pick(fitting)

    def array(self, element, least, want=lambda o: True):
        """An array of such integers that may be changed and pointed to."""
        return self.choose(lambda o: o.writable and o.addressable and isinstance(o.shape, Array) and
                           o.shape.element == element and o.shape.length >= least and want(o))

    def readable(self):
        return self.walk(self.choose(lambda o: True))

    def writable(self):
        return self.walk(self.choose(lambda o: o.writable))


def is_static(scope, thing):
    return thing in scope.program.objects


def is_record(thing):
    return isinstance(thing.shape, Record)


def space(memory):
    """The memory as pointers see it: all that is private is one."""
    return memory if memory in MEMORIES else ""


def apart(a, b):
    """Whether two objects cannot overlap."""
    return space(a.memory) != space(b.memory) or \
        (a.name != b.name and not a.alias and not b.alias)
