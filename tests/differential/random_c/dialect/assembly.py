"""Inline assembly in both spellings, beside its meaning in C."""

from .shapes import U32

ALU = {"+": "{a} + {b}", "-": "{a} - {b}", "B-A": "{b} - {a}", "AND": "{a} & {b}", "OR": "{a} | {b}",
       "XOR": "{a} ^ {b}", "~AND": "~{a} & {b}", "AND~": "{a} & ~{b}", "+8": "{a} + ({b} & 0xff)",
       "+16": "{a} + ({b} & 0xffff)"}
SHIFTED = ("AND", "OR", "~AND", "AND~")


def shift(dice):
    """(as the assembler, as C writes it)."""
    n = dice.between(1, 31)
    return dice.pick(((f"<<{n}", f"({{b}} << {n})"), (f">>{n}", f"({{b}} >> {n})"),
                      (f">>rot{n}", f"ROTATE_u32({{b}}, {32 - n})")))


def bytes_of(mask):
    return "0x" + "".join("ff" if bit == "1" else "00" for bit in mask)


class Instruction:
    """Text with {d}, {a} and {b} in it, and C that sets {d}."""

    def __init__(self, text, meaning):
        self.text, self.meaning = text, meaning


def instruction(dice):
    kind = dice.weighted({"alu": 10, "shifted": 6, "not": 2, "immed": 3, "part": 2, "field": 4,
                          "clear": 2, "double": 2, "ffs": 2})
    if kind == "alu":
        op = dice.pick(tuple(ALU))
        return Instruction(f"alu[{{d}}, {{a}}, {op}, {{b}}]", f"{{d}} = {ALU[op]};")
    if kind == "shifted":
        op = dice.pick(SHIFTED)
        spelled, meaning = shift(dice)
        return Instruction(f"alu_shf[{{d}}, {{a}}, {op}, {{b}}, {spelled}]",
                           f"{{d}} = {ALU[op].replace('{b}', meaning)};")
    if kind == "not":
        if dice.chance(50):
            return Instruction("alu[{d}, --, ~B, {b}]", "{d} = ~{b};")
        spelled, meaning = shift(dice)
        return Instruction(f"alu_shf[{{d}}, --, B, {{b}}, {spelled}]", f"{{d}} = {meaning};")
    if kind == "immed":
        value, at = dice.bits(16), dice.pick((0, 8, 16))
        spelled = f", <<{at}" if at else ""
        return Instruction(f"immed[{{d}}, {value:#x}{spelled}]", f"{{d}} = {value:#x}u << {at};")
    if kind == "part":
        n = dice.below(4)
        if dice.chance(50):
            value = dice.bits(8)
            return Instruction(f"immed_b{n}[{{d}}, {value:#x}]",
                               f"{{d}} = ({{d}} & ~(0xffu << {8 * n})) | {value:#x}u << {8 * n};")
        n, value = n & 1, dice.bits(16)
        return Instruction(f"immed_w{n}[{{d}}, {value:#x}]",
                           f"{{d}} = ({{d}} & ~(0xffffu << {16 * n})) | {value:#x}u << {16 * n};")
    if kind in ("field", "clear"):
        mask = f"{dice.between(1, 15):04b}"
        spelled, meaning = shift(dice) if dice.chance(60) else ("", "{b}")
        spelled = f", {spelled}" if spelled else ""
        name, old = ("ld_field", f"({{d}} & ~{bytes_of(mask)}u) | ") if kind == "field" else \
            ("ld_field_w_clr", "")
        return Instruction(f"{name}[{{d}}, {mask}, {{b}}{spelled}]",
                           f"{{d}} = {old}({meaning} & {bytes_of(mask)}u);")
    if kind == "double":
        n = dice.between(1, 31)
        return Instruction(f"dbl_shf[{{d}}, {{a}}, {{b}}, >>{n}]",
                           f"{{d}} = {{a}} << {32 - n} | {{b}} >> {n};")
    return Instruction("ffs[{d}, {b}]", "{d} = {b} ? (u32)__builtin_ctz({b}) : 0u;")


def operand(scope, names):
    """A variable, or a small constant."""
    if scope.dice.chance(15):
        return f"{scope.dice.below(32)}"
    return scope.dice.pick(names)


def assembly(scope):
    program, dice = scope.program, scope.dice
    names = [program.name("a") for _ in range(dice.between(2, 4))]
    lines = ["{"] + [f"u32 {n} = {program.expression(scope, U32, 2)};" for n in names]
    for _ in range(dice.between(1, 3)):
        lines += gnu(scope, names) if dice.chance(30) else intel(scope, names)
    return lines + [f"note({n});" for n in names] + ["}"]


def intel(scope, names):
    dice = scope.dice
    text, meaning = [], []
    for _ in range(dice.pick((1, 1, 2, 3))):
        one = instruction(dice)
        used = {"d": dice.pick(names), "a": operand(scope, names), "b": dice.pick(names)}
        text.append(one.text.format(**used))
        meaning.append(one.meaning.format(**{k: f"{v}u" if v.isdigit() else v
                                             for k, v in used.items()}))
    spelled = [f"__asm {text[0]}"] if len(text) == 1 else ["__asm {", *text, "}"]
    return ["#ifdef __MECC__", *spelled, "#else", *meaning, "#endif"]


def gnu(scope, names):
    dice = scope.dice
    op = dice.pick(tuple(ALU))
    d, a, b = (dice.pick(names) for _ in range(3))
    kind = dice.below(3)
    if kind == 0:
        text = f'asm volatile("alu[%0, %1, {op}, %2]" : "=r"({d}) : "a"({a}), "b"({b}));'
    elif kind == 1:
        text = f'asm("alu[%0, %1, {op}, %2]" : "=r"({d}) : "b"({a}), "a"({b}));'
    else:
        other, meaning = dice.pick(SHIFTED), shift(dice)
        text = f'asm volatile("alu_shf[%0, %1, {other}, %2, {meaning[0]}]\\n' \
               f'alu[%0, --, ~B, %0]" : "=&r"({d}) : "a"({a}), "b"({b}));'
        c = ALU[other].replace("{b}", meaning[1]).format(a=a, b=b)
        return ["#ifdef __MECC__", text, "#else", f"{d} = ~({c});", "#endif"]
    return ["#ifdef __MECC__", text, "#else", f"{d} = {ALU[op].format(a=a, b=b)};", "#endif"]


STATEMENTS = {assembly: 1}
