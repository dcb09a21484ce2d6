"""One program: its records, objects, functions and main."""

import re

from . import contexts, data
from .dice import Dice
from .expressions import Expressions, constant
from .scope import Function, Object, Parameter, Scope, space
from .shapes import (Array, Maker, NARROW, Record, S16, S32, SCALARS, Scalar, U16, U32, U64, U8, body,
                     declaration, is_full, leaves, size, type_name)

MOST_ARGUMENT_WORDS = 20


class Program:
    """Draws itself from its seed. Code that never runs, of a stream of its own, comes between the
    statements of a variant; all variants execute the same code. Statements are numbered. Statements
    in `without` are drawn and omitted, and so are objects and functions then unused."""

    def __init__(self, seed, flavour, variant, without=frozenset()):
        self.seed, self.flavour, self.variant = seed, flavour, variant
        self.dice, self.dead_dice = Dice(seed), Dice(seed, variant)
        self.dead = False
        self.without, self.numbered = without, 0
        self.counts = {}
        self.cost, self.most_cost = 0, 0
        self.result, self.in_function = None, False  # of the function being made
        self.expression = Expressions(flavour.expressions)
        self.contexts = flavour.contexts
        self.small = flavour.small
        self.memories = tuple(self.dice.shuffled(("sram", "dram", "scratch"))[:flavour.memories])
        self.most_words = flavour.most_words
        self.ring = 2
        self.room = flavour.room  # bytes of private objects that may still be made
        self.shared = contexts.Shared(self) if self.contexts > 1 else None
        self.objects, self.functions, self.records = [], [], []
        self.parts = []  # name, lines
        self.make_records()
        self.make_objects()
        for n in range(flavour.functions):
            self.make_function(n)
        self.make_main()

    # Used by scopes and statements.

    def name(self, prefix):
        if self.dead:
            prefix = f"z{prefix}"
        self.counts[prefix] = self.counts.get(prefix, 0) + 1
        return f"{prefix}{self.counts[prefix]}"

    def spend(self, cost):
        self.cost += cost

    def statements(self, scope, count):
        lines = []
        for _ in range(count):
            if self.variant and not self.dead and self.dead_dice.chance(18):
                lines += self.never(scope)
            lines += self.statement(scope)
        return lines

    def statement(self, scope):
        self.spend(scope.rounds)
        kept = self.keep()
        kind = data.assign
        if scope.depth <= self.flavour.depth and self.cost <= self.most_cost:
            kind = self.dice.weighted(self.flavour.statements)
        lines = kind(scope)
        return lines if kept else []

    def keep(self):
        """Whether the next statement is in the program."""
        self.numbered += 1
        return self.numbered not in self.without

    def never(self, scope):
        """A block that is never entered, which the compiler cannot know."""
        live = self.dice, self.cost, self.most_cost
        self.dead, self.dice = True, self.dead_dice
        self.most_cost = self.cost + 60
        inner = scope.inner()
        head = self.dice.pick(("if (zero)", "if (zero)", "while (zero)", f"if (zero > {self.dice.below(9)})"))
        lines = [head, "{", *self.statements(inner, self.dice.between(1, 3))]
        end = self.dice.below(8)
        if end == 0:
            lines.append("for (;;) ctx_swap();")
        elif end == 1:
            lines += self.giving_back(inner)
        self.dead = False
        self.dice, self.cost, self.most_cost = live
        return lines + ["}"]

    def giving_back(self, scope):
        """The return of the function being made."""
        if self.result is None:
            return ["return;"]
        if isinstance(self.result, Scalar):
            return [f"return {self.expression(scope, self.result, 2)};"]
        found = scope.choose(lambda o: o.shape == self.result)
        return [f"return {found.name};"]

    def notes(self, thing):
        """Everything in an object enters the checksum."""
        lines, shape = [], thing.shape
        loop = isinstance(shape, Array) and not thing.fixed
        path = f"{thing.name}[i]" if loop else thing.name
        for leaf, scalar, _ in leaves(shape.element if loop else shape, path):
            line = f"note64((u64){leaf});" if scalar.bits == 64 else f"note((u32){leaf});"
            lines.append(f"for (u32 i = 0; i < {shape.length}; ++i) {line}" if loop else line)
        return lines

    # Its parts.

    def make_records(self):
        maker = Maker(self.name)
        dice = self.dice
        for _ in range(self.flavour.records):
            tag = self.name("r")
            kind = dice.below(10)
            if kind < 3:
                shape = maker.union(dice, tag, 4 * dice.between(1, min(4, self.small // 8)))
            elif kind < 6:
                shape = maker.full_structure(dice, tag, 4 * dice.between(1, min(6, self.small // 8)))
            else:
                shape = maker.structure(dice, tag)
            if size(shape) > self.small:
                shape = maker.full_structure(dice, tag, 4)
            self.records.append(shape)
            self.parts.append((tag, [f"{body(shape)};"]))

    def make_objects(self):
        dice = self.dice
        for _ in range(dice.between(3, 6)):
            self.add_object(dice.pick(SCALARS))
        self.add_object(U32)
        for shape in self.records:
            for memory in dice.shuffled(("", "", *self.memories))[:2 + dice.below(2)]:
                self.add_object(shape, memory)
            if dice.chance(40):
                self.add_object(Array(shape, dice.between(2, 4)),
                                dice.pick(("", "", *self.memories)))
        longest = self.flavour.longest
        for _ in range(self.flavour.arrays):
            element = dice.pick((U8, U8, U32, U32, S16, *SCALARS))
            if dice.chance(20):
                table = Array(Array(element, dice.between(2, 4)), dice.between(2, longest // 4))
                self.add_object(table, dice.pick(("", "", *self.memories)))
                continue
            self.add_object(Array(element, dice.between(3, longest)), "lmem" if dice.chance(15) else "")
        for _ in range(self.flavour.buffers):
            self.add_object(Array(U8, 4 * dice.between(3, 3 + longest // 6)))
        for memory in self.memories:
            self.add_object(dice.pick(SCALARS), memory)
            self.add_object(Array(U32, 2 * dice.between(4, 12)), memory)
            if dice.chance(60):
                self.add_object(Array(U8, 4 * dice.between(3, 10)), memory)
            if dice.chance(50):
                element = U64 if memory == "dram" else dice.pick((S16, U16, S32, U64))
                self.add_object(Array(element, dice.between(2, 9)), memory)
        table = Array(dice.pick(NARROW), 1 << dice.between(2, 4))
        name = self.name("k")
        value = data.initial(self, table, lambda s: constant(dice, s))
        self.parts.append((name, [f"static EACH const {declaration(table, name)} = {value};"]))
        self.objects.append(Object(name, table, writable=False))

    def add_object(self, shape, memory=""):
        dice = self.dice
        if not space(memory):
            if size(shape) > self.room:
                return
            self.room -= size(shape)
        name = self.name("g")
        sharing = "static __shared" if self.contexts == 1 and dice.chance(30) else "static EACH"
        words = f" __{memory}" if memory else ""
        volatile = " volatile" if dice.chance(5) else ""
        value = data.initial(self, shape, lambda s: constant(dice, s))
        value = f" = {value}" if dice.chance(75) else ""
        aligned = " ALIGNED(8)" if not isinstance(shape, Scalar) else ""
        declared = f"{sharing}{words}{volatile} {declaration(shape, name)}{aligned}{value};"
        self.parts.append((name, [declared]))
        self.objects.append(Object(name, shape, memory, fixed=bool(volatile)))
        self.add_view(self.objects[-1])

    def add_view(self, thing):
        """The bytes of an object, and a number among them."""
        if thing.fixed or not is_full(thing.shape) or not 4 <= size(thing.shape) <= 64:
            return
        bytes_ = f"((u8 {data.qualifier(thing.memory)}*)&{thing.name})"
        if self.dice.chance(35):
            self.objects.append(Object(bytes_, Array(U8, size(thing.shape)), thing.memory, alias=True))
        if self.dice.chance(25) and size(thing.shape) >= 8:
            s = self.dice.pick((U16, S16, U32, S32, U64))
            at = self.dice.below(size(thing.shape) - s.bits // 8 + 1)
            pointer = f"((any_{s.name} {data.qualifier(thing.memory)}*)({bytes_} + {at}))"
            self.objects.append(Object(f"{pointer}->v", s, thing.memory, fixed=True, alias=True))

    def make_function(self, number):
        dice = self.dice
        pure = dice.chance(25)
        parameters, left = [], MOST_ARGUMENT_WORDS
        for _ in range(dice.between(1, self.flavour.parameters)):
            p = self.make_parameter(pure)
            left -= 2 if p.shape == U64 or getattr(p.shape, "bits", 0) == 64 and p.memory is None else 1
            if left < 0:
                break
            parameters.append(p)
        record = dice.pick(self.records)
        self.result = dice.pick(SCALARS) if pure or dice.chance(60) else \
            record if dice.chance(50) and size(record) <= self.small else None
        name = self.name("f")
        objects = [o for o in self.objects if not pure or not o.writable]
        for p in parameters:
            objects += self.seen(p)
        scope = Scope(self, objects, [f for f in self.functions if f.pure or not pure])
        lines = self.locals_of(scope)
        self.cost, self.most_cost, self.in_function = 1, self.flavour.function_cost, True
        lines += self.pure_body(scope) if pure else self.statements(scope, dice.between(2, 5))
        if self.result is not None:
            lines += self.giving_back(scope)
        how = dice.weighted({"static __noinline": 55, "static": 25, "static inline": 10,
                             "static __forceinline": 10})
        result = type_name(self.result) if self.result is not None else "void"
        listed = ", ".join(self.parameter(p) for p in parameters)
        self.parts.append((name, [f"{how} {result} {name}({listed})", "{", *lines, "}"]))
        self.functions.append(Function(name, self.result, tuple(parameters), pure, self.cost))
        self.result, self.in_function = None, False

    def make_parameter(self, pure):
        dice, name = self.dice, self.name("p")
        kind = 0 if pure else dice.weighted({0: 60, 1: 15, 2: 25})
        if kind == 0:
            return Parameter(name, dice.pick(SCALARS))
        if kind == 1:
            return Parameter(name, dice.pick(self.records))
        target = dice.pick([o for o in self.objects if o.addressable and o.writable and not o.alias and
                            not isinstance(getattr(o.shape, "element", None), Array)])
        if isinstance(target.shape, Array):
            return Parameter(name, target.shape.element, space(target.memory), target.shape.length)
        return Parameter(name, target.shape, space(target.memory))

    @staticmethod
    def parameter(p):
        if p.memory is None:
            return declaration(p.shape, p.name)
        return f"{type_name(p.shape)} {data.qualifier(p.memory)}*{p.name}"

    @staticmethod
    def seen(p):
        """The objects a parameter leads to."""
        if p.memory is None:
            return [Object(p.name, p.shape)]
        if p.length > 1:
            return [Object(p.name, Array(p.shape, p.length), p.memory, alias=True)]
        return [Object(f"(*{p.name})", p.shape, p.memory, alias=True)]

    def locals_of(self, scope):
        """Variables of the whole function; one of its result's type, to be given back."""
        dice, lines = self.dice, []
        if isinstance(self.result, Record):
            value = data.initial(self, self.result, lambda s: self.expression(scope, s, 1))
            name = self.name("t")
            lines.append(f"{type_name(self.result)} {name} = {value};")
            scope.local(name, self.result)
        for _ in range(dice.between(1, 3)):
            s, name = dice.pick(SCALARS), self.name("v")
            lines.append(f"{s.name} {name} = {self.expression(scope, s, 1)};")
            scope.local(name, s)
        return lines

    def pure_body(self, scope):
        """Assignments to locals and parameters."""
        lines = []
        for _ in range(self.dice.between(1, 3)):
            lines += self.dice.pick((data.assign, data.compound))(scope)
            self.spend(1)
        return lines

    def make_main(self):
        dice = self.dice
        scope = Scope(self, self.objects, self.functions)
        self.cost, self.most_cost = 0, self.flavour.cost
        self.result = U32
        lines = ["begin();"]
        for o in self.objects:
            if o.writable and not o.alias and self.keep():
                lines += [f"{leaf} ^= ({scalar.name})zero;"
                          for leaf, scalar, _ in list(leaves(o.shape, o.name))[:2]]
        for n in range(self.flavour.length):
            lines += self.statements(scope, 1)
            if self.shared and n % 4 == 3:
                kept = self.keep()
                meeting = dice.weighted(contexts.MEETINGS)(scope)
                lines += meeting if kept else []
        for o in self.objects:
            if not o.alias and self.keep():
                lines += self.notes(o)
        self.result = None
        if self.shared:
            first = ["SIGNAL token;", "__assign_relative_register(&token, 15);",
                     "__implicit_write(&token);"]
            total = self.shared.sums[0]
            lines = [*first, *lines, f"{total} += hash_;", "if (++finished == CONTEXTS)", "{",
                     "hash_ = 0;", *self.shared.notes(), "publish(hash_);", "}"]
        else:
            lines.append("publish(hash_);")
        self.parts.append(("main", ["int main(void)", "{", *lines, "return 0;", "}"]))

    def text(self):
        head = [f"// seed {self.seed}, {self.flavour.name}, variant {self.variant}",
                f"#define CONTEXTS {self.contexts}", '#include "machine.h"']
        declared = self.shared.declarations() if self.shared else []
        if self.shared:
            declared.insert(0, f"{body(self.shared.record)};")
        parts = without_unused(self.parts) if self.without else self.parts
        lines = [line for _, lines in parts for line in lines]
        return "\n".join(head + indented([*declared, *lines])) + "\n"


def without_unused(parts):
    """Without declarations that no other part names."""
    while True:
        words = [set(re.findall(r"\w+", " ".join(lines))) for _, lines in parts]
        used = [(name, lines) for n, (name, lines) in enumerate(parts)
                if name == "main" or any(name in w for k, w in enumerate(words) if k != n)]
        if len(used) == len(parts):
            return parts
        parts = used


def indented(lines):
    out, depth = [], 0
    for line in lines:
        if line.startswith("}"):
            depth -= line.count("}") - line.count("{")
        out.append(line if line.startswith("#") else "  " * depth + line)
        if not line.startswith("}"):
            depth += line.count("{") - line.count("}")
    return out
