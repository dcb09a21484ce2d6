"""Statements of several contexts that share objects. Their effects commute, touch a part that
is the context's own, or happen in an order that the program enforces."""

from .data import assign
from .scope import Object
from .shapes import Array, Member, Record, U16, U32, U64, U8, declaration, leaves

SLOTS = 8  # indexed by ctx()


class Shared:
    """The shared objects of a program, and the text that declares them."""

    def __init__(self, program):
        dice = program.dice
        self.program = program
        self.sums = [program.name("sum") for _ in range(2)]
        self.by_turn, self.by_token = program.name("order"), program.name("order")
        self.counters = {m: program.name("count") for m in ("sram", "scratch")}
        self.guarded = program.name("guarded")
        self.batons = {m: program.name("baton") for m in ("gpr", "lmem")}
        self.slots = []
        for memory in dice.shuffled(("sram", "dram", "scratch"))[:2]:
            for element in dice.shuffled((U8, U16, U32, U64))[:2]:
                self.slots.append(Object(program.name("slot"), Array(element, SLOTS), memory=memory))
        self.slots.append(Object(program.name("slot"), Array(dice.pick((U8, U16, U32)), SLOTS),
                                 memory="lmem"))
        members = (Member(program.name("m"), U8), Member(program.name("m"), dice.pick((U16, U32))),
                   Member(program.name("m"), dice.pick((U8, U16))))
        self.record = Record("struct", program.name("slots"), members, packed=True)
        self.slots.append(Object(program.name("slot"), Array(self.record, SLOTS),
                                 memory=dice.pick(("sram", "dram", "scratch"))))

    def declarations(self):
        lines = [f"static __shared __gpr u32 {n};" for n in (*self.sums, self.by_turn, self.by_token)]
        lines += [f"static __shared __{m} u32 {n};" for m, n in self.batons.items()]
        lines += ["static __shared __gpr u32 arrived, finished, turn;",
                  "static __shared __gpr mutex_t lock;", "static EACH u32 barriers, turns;",
                  f"static __shared __{self.program.dice.pick(('sram', 'scratch', 'dram'))} u32 "
                  f"{self.guarded};"]
        lines += [f"static __shared __{m} u32 {n}[4];" for m, n in self.counters.items()]
        return lines + [f"static __shared __{o.memory} {declaration(o.shape, o.name)} ALIGNED(8);"
                        for o in self.slots]

    def notes(self):
        lines = [f"note({n});" for n in (*self.sums, self.by_turn, self.by_token, self.guarded)]
        lines += [f"note({n}[{k}]);" for n in self.counters.values() for k in range(4)]
        for o in self.slots:
            for path, scalar, _ in leaves(o.shape.element, f"{o.name}[i]"):
                note = "note64" if scalar.bits == 64 else "note"
                lines.append(f"for (u32 i = 0; i < {SLOTS}; ++i) {note}({path});")
        return lines


def add(scope):
    """Adds to a register in one step: the addend is computed before."""
    program = scope.program
    name, value = scope.dice.pick(program.shared.sums), program.expression(scope, U32, 3)
    op = "+=" if name == program.shared.sums[0] else "^="
    if scope.dice.chance(60):
        t = program.name("t")
        return ["{", f"const u32 {t} = {value};", f"{name} {op} {t};", "}"]
    return [f"{name} {op} {scope.dice.pick(scope.loops)[0]} + 1u;" if scope.loops else f"{name} {op} 3;"]


def slot(scope):
    """A part of an array that is this context's; its neighbours belong to others."""
    program, dice = scope.program, scope.dice
    o = dice.pick(program.shared.slots)
    place = scope.walk(Object(f"{o.name}[ctx()]", o.shape.element))
    if dice.chance(70):
        return [f"{place.text} {dice.pick(('=', '+=', '^='))} "
                f"{program.expression(scope, place.scalar, 2)};"]
    target = scope.writable()
    return [f"{target.text} = ({target.scalar.name}){place.text};"]


def count(scope):
    """An atomic operation whose order does not matter."""
    program, dice = scope.program, scope.dice
    memory = dice.pick(("sram", "scratch"))
    k = dice.below(3)
    at = f"&{program.shared.counters[memory]}[{k}]"
    x, s = program.name("x"), program.name("sig")
    swap = "ctx_swap" if dice.chance(50) else "sig_done"
    wait = [] if swap == "ctx_swap" else [f"__wait_for_all(&{s});"]
    if k == 0:
        verb, value = dice.pick(("add", "add", "test_and_add")), program.expression(scope, U32, 1)
    elif k == 1:
        return [f"{memory}_{dice.pick(('incr', 'decr'))}({at});"]
    else:
        verb, value = "bits_set", f"1u << {dice.below(32)}"
    kind = "__xrw" if verb.startswith("test") else "__xwrite"
    return ["{", f"{kind} u32 {x} = {value};", f"SIGNAL {s};",
            f"{memory}_{verb}(&{x}, {at}, {swap}, &{s});", *wait, "}"]


def guarded(scope):
    """A mutex around reading, swapping and writing."""
    program = scope.program
    t = program.name("t")
    return ["{", f"const u32 {t} = {program.expression(scope, U32, 1)};", "mutex_lock(&lock);",
            f"{program.shared.guarded} += {t};", "mutex_unlock(&lock);", "}"]


def swap(scope):
    return ["ctx_swap();"]


STATEMENTS = {add: 6, slot: 8, count: 4, guarded: 2, swap: 3}


def barrier(_):
    return ["barriers += CONTEXTS;", "++arrived;", "while (arrived < barriers) ctx_swap();"]


def in_turn(scope):
    """One context after the other."""
    program = scope.program
    order = program.shared.by_turn
    inner = scope.inner(jumps=())
    return ["while (turn != turns + POSITION) ctx_swap();",
            f"{order} = mix({order}, {program.expression(inner, U32, 2)});",
            *assign(inner), "turns += CONTEXTS;", "++turn;"]


def baton(scope):
    """The context in turn stores a constant again after a swap; the others overwrite it."""
    program, dice = scope.program, scope.dice
    shared, order = program.shared.batons[dice.pick(("gpr", "lmem"))], program.shared.by_turn
    constant = dice.below(9)
    return [f"while (turn != turns + POSITION) {{ {shared} = {constant + 1}; ctx_swap(); }}",
            f"{shared} = {constant};", "ctx_swap();", *(["ctx_swap();"] if dice.chance(40) else []),
            f"{shared} = {constant};", f"{order} = mix({order}, {shared});",
            "turns += CONTEXTS;", "++turn;"]


def token(scope):
    """A signal goes from context to context."""
    program = scope.program
    order = program.shared.by_token
    t = program.name("t")
    return ["if (POSITION > 0) AWAIT_TOKEN();", "{",
            f"const u32 {t} = {program.expression(scope, U32, 2)};",
            f"{order} = mix({order}, {t});", "}",
            "if (POSITION < CONTEXTS - 1) PASS_TOKEN();", *barrier(scope)]


def gather(scope):
    """Notes the values that the other contexts left, after a barrier."""
    program = scope.program
    o = scope.dice.pick(program.shared.slots)
    lines = barrier(scope)
    for path, scalar, _ in leaves(o.shape.element, f"{o.name}[(ctx() + {scope.dice.below(8)}) & 7]"):
        lines.append(f"note{'64' if scalar.bits == 64 else ''}({path});")
    return lines + barrier(scope)


MEETINGS = {barrier: 1, in_turn: 3, baton: 2, token: 2, gather: 3}
