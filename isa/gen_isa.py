#!/usr/bin/env python3
"""Flattens the MEv2 TableGen description into C++ tables.

Reads the JSON dump of llvm-tblgen (--dump-json on MEv2.td) and writes, into the output folder,
  isa_classes.inc  MEV2_CLASS(Name) for every class of words
  isa_opcodes.inc  MEV2_OPCODE(NAME) for every instruction record
  isa_info.inc     one row per opcode: properties for the emulator and the compiler
  isa_layout.inc   position of each field in a word, by class layout; enumerators for fields and text
  isa_table.inc    one more row per opcode, candidates by w[39:32], operand ranges, names
  isa_commands.inc MEV2_COMMAND(NAME, signals, effect, done, service) for every command, the last three
                   being fields of the emulator's Params
It also refuses descriptions that contradict themselves: fields of one layout in two places, fixed
bits of a record outside its class, words that two records claim without one being a special case.
"""
import argparse
import json
import pathlib
import re
import sys


def fail(text):
    sys.exit(f"gen_isa.py: {text}")


def definition(value):
    return value["def"]


def integer(bits):
    return sum(bit << n for n, bit in enumerate(bits))


def fixed_and_fields(name, bits):
    """Returns mask and value of the fixed bits, and {field: (lsb, width)} of the others."""
    mask = value = 0
    lsb, width = {}, {}
    for n, bit in enumerate(bits):
        if isinstance(bit, int):
            mask |= 1 << n
            value |= bit << n
            continue
        if bit is None:
            fail(f"{name}: bit {n} is neither fixed nor part of a field")
        field, index = bit["var"], bit.get("index", 0)
        if lsb.setdefault(field, n - index) != n - index or index != width.get(field, 0):
            fail(f"{name}: field {field} is not in one piece")
        width[field] = index + 1
    return mask, value, {f: (lsb[f], width[f]) for f in lsb}


def pattern_bits(pattern):
    """'101?????' -> mask and value of w[39:32]."""
    mask = int("".join("0" if c == "?" else "1" for c in pattern), 2)
    return mask, int(pattern.replace("?", "0"), 2)


class InstrClass:
    def __init__(self, name, record):
        self.enumerator = name.removeprefix("Class")
        self.title = record["Title"]
        self.layout = record["Layout"]
        self.patterns = [pattern_bits(p) for p in record["Patterns"]]
        self.selectors = []
        for text in record["Selectors"]:
            label, high, low = re.fullmatch(r"(.*) (\d+):(\d+)", text).groups()
            self.selectors.append((label, int(low), int(high) - int(low) + 1))

    def owns(self, byte):
        return any(byte & mask == value for mask, value in self.patterns)


class Opcode:
    def __init__(self, name, record, classes):
        self.name = name
        self.record = record
        self.cls = classes[definition(record["Class"])]
        self.fixed, self.word, self.fields = fixed_and_fields(name, record["Inst"])
        self.mask = self.fixed & ~integer(record["SoftFail"])
        self.value = self.word & self.mask
        self.outs = [a[1] for a in record["OutOperandList"]["args"]]
        self.ins = [a[1] for a in record["InOperandList"]["args"]]
        self.sets_cc = "CC" in [definition(d) for d in record["Defs"]]
        self.reads_cc = "CC" in [definition(d) for d in record["Uses"]]

    def matches_byte(self, byte):
        return ((byte << 32) ^ self.value) & self.mask & (0xFF << 32) == 0

    def text_pieces(self, asm):
        """'a[$x, $y]' -> [('a[', 'x'), (', ', 'y'), (']', None)]"""
        pieces, at = [], 0
        for match in re.finditer(r"\$(\w+)", asm):
            if match[1] not in self.outs + self.ins:
                fail(f"{self.name}: ${match[1]} of the AsmString is not an operand")
            pieces.append((asm[at : match.start()], match[1]))
            at = match.end()
        return pieces + [(asm[at:], None)]


def check(opcodes):
    for op in opcodes:
        top = op.mask >> 32
        if not any(op.cls.owns(byte) and op.matches_byte(byte) for byte in range(256)):
            fail(f"{op.name}: its fixed bits lie outside class {op.cls.title}")
        if op.mask & ~op.fixed or not top:
            fail(f"{op.name}: SoftFail on bits that are not fixed")
    for n, x in enumerate(opcodes):
        for y in opcodes[n + 1 :]:
            overlap = (x.value ^ y.value) & x.mask & y.mask == 0
            nested = x.mask & y.mask in (x.mask, y.mask) and x.mask != y.mask
            if overlap and not nested:
                fail(f"{x.name} and {y.name} claim the same words")


def layouts(opcodes, sublayouts):
    result = {}
    for owner, layout, fields in [(o.name, o.cls.layout, o.fields) for o in opcodes] + sublayouts:
        places = result.setdefault(layout, {})
        for field, place in fields.items():
            if places.setdefault(field, place) != place:
                fail(f"{owner}: field {field} lies elsewhere in other words of layout {layout}")
    return result


def quote(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def boolean(value):
    return "true" if value else "false"


def hexword(value):
    return f"0x{value:010x}"


def info_row(op):
    r = op.record
    cells = [
        quote(op.name), quote(r["Mnemonic"]), quote(r["Token"]),
        f"InstrClass::{op.cls.enumerator}", hexword(op.mask), hexword(op.value),
        boolean("left" in op.ins), boolean("right" in op.ins),
        boolean("dst" in op.outs), boolean(r["ReadsDst"]), boolean(op.sets_cc), boolean(op.reads_cc),
        boolean(r["isBranch"]), str(r["LostSlots"]), str(r["MaxDefer"]), boolean(r["IsCommand"]),
        boolean(r["Pulls"]), boolean(r["Pushes"]), boolean(r["TwoSignals"]),
        boolean("count" in op.ins), str(r["Longwords"]), str(r["StatusLongwords"]),
    ]
    return "{" + ", ".join(cells) + "},"


def write_opcodes(out, opcodes):
    for op in opcodes:
        out.append(f"MEV2_OPCODE({op.name})")


def write_classes(out, classes):
    for cls in classes:
        out.append(f"MEV2_CLASS({cls.enumerator})")


def write_layout(out, opcodes, places):
    out.append("namespace layout {")
    for layout in sorted(places):
        out.append(f"namespace {layout} {{")
        for field, (lsb, width) in sorted(places[layout].items(), key=lambda f: -f[1][0]):
            out.append(f"inline constexpr Bits {field}{{{lsb}, {width}}};")
        out.append("}")
    out.append("}")
    fields = sorted({f for op in opcodes for f in op.fields})
    out.append("enum FieldBit : uint64_t {")
    out += [f"has_{field} = uint64_t{{1}} << {n}," for n, field in enumerate(fields)]
    out.append("};")
    texts = sorted({o for op in opcodes for o in op.outs + op.ins})
    out.append("enum class TextField : uint8_t { end, " + ", ".join(texts) + " };")


def write_commands(out, opcodes):
    for op in opcodes:
        r = op.record
        if not r["IsCommand"]:
            continue
        keys = [r["Effect"], r["Done"], r["Service"]]
        if not all(keys):
            fail(f"{op.name}: a command needs the parameters of its latency (Takes<...>)")
        signals = r["Signals"] if "signal" in op.fields else "None"
        fields = [key.replace(".", "_") for key in keys]
        out.append(f"MEV2_COMMAND({', '.join([op.name, signals] + fields)})")


def write_info(out, opcodes):
    out += [info_row(op) for op in opcodes]


def write_table(out, opcodes, classes, ranges, names, csr_fields):
    pieces = []

    def text_span(op, asm):
        start = len(pieces)
        if asm:
            pieces.extend(op.text_pieces(asm))
        return start, len(pieces) - start

    rows = []
    for op in opcodes:
        text = text_span(op, op.record["AsmString"])
        base0 = text_span(op, op.record["AsmStringBase0"])
        fields = " | ".join(f"has_{f}" for f in sorted(op.fields)) or "0"
        rows.append(f"{{{hexword(op.word)}, {fields}, {boolean(op.record['LeftOptional'])}"
                    f", {text[0]}, {text[1]}, {base0[0]}, {base0[1]}}}, // {op.name}")
    out.append("constexpr TextPiece kPieces[] = {")
    out += [f"{{{quote(lit)}, TextField::{field or 'end'}}}," for lit, field in pieces]
    out += ["};", "constexpr Form kForms[] = {"] + rows + ["};"]

    out.append("constexpr ClassRow kClasses[] = {")
    for cls in classes:
        cells = ", ".join(f"{{{quote(n)}, {{{lsb}, {width}}}}}" for n, lsb, width in cls.selectors)
        out.append(f"{{{quote(cls.title)}, {len(cls.selectors)}, {{{cells}}}}},")
    out += ["};", "constexpr uint8_t kClassOfByte[256] = {"]
    for byte in range(256):
        owners = [n for n, cls in enumerate(classes) if cls.owns(byte)]
        if len(owners) > 1:
            fail(f"w[39:32] = {byte:#x} belongs to two classes")
        out.append(f"{owners[0] if owners else 'kNoClass'},")
    out.append("};")

    # Special cases (more fixed bits) precede the general case.
    starts, candidates = [], []
    for byte in range(256):
        starts.append(len(candidates))
        hits = [op for op in opcodes if op.matches_byte(byte)]
        candidates += sorted(hits, key=lambda o: (-o.mask.bit_count(), o.name))
    starts.append(len(candidates))
    out.append("constexpr uint16_t kFirstCandidate[257] = {" + ", ".join(map(str, starts)) + "};")
    out.append("constexpr Opcode kCandidateOpcodes[] = {")
    out += [f"Opcode::{op.name}," for op in candidates]
    out.append("};")

    for set_name, rows in ranges.items():
        out.append(f"constexpr OperandRange k{set_name}Ranges[] = {{")
        for r, kind in rows:
            out.append(f"{{OperandKind::{kind['Name']}, Step::{r['Step']}, "
                       f"{boolean(kind['PerContext'])}, {boolean(r['Source'])}, "
                       f"{boolean(r['Destination'])}, {r['First']}, {r['Count']}, {r['Base']:#x}}},")
        out.append("};")
    for table, rows in names.items():
        out.append(f"constexpr NamedNumber k{table}[] = {{")
        out += [f"{{{quote(name)}, {number:#x}}}," for number, name in rows]
        out.append("};")
    out.append("constexpr CsrField kLocalCsrFields[] = {")
    out += [f"{{{csr:#x}, {quote(name)}, {low}, {width}}}," for csr, name, low, width in csr_fields]
    out.append("};")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("json", type=pathlib.Path)
    parser.add_argument("outdir", type=pathlib.Path)
    args = parser.parse_args()
    records = json.loads(args.json.read_text())

    def instances(cls):
        return {name: records[name] for name in records["!instanceof"][cls]}

    classes = {n: InstrClass(n, r) for n, r in instances("InstrClass").items()}
    order = sorted(classes.values(), key=lambda c: c.enumerator)
    opcodes = [Opcode(n, r, classes) for n, r in instances("MEv2Inst").items()]
    opcodes.sort(key=lambda o: (o.cls.enumerator, o.value, o.name))
    check(opcodes)
    sublayouts = [(n, r["Layout"], fixed_and_fields(n, r["Inst"])[2])
                  for n, r in instances("SubLayout").items()]
    ranges = {}
    for set_name in ("Unrestricted", "Restricted"):
        rows = [(r, records[definition(r["Kind"])]) for r in instances(set_name).values()]
        ranges[set_name] = sorted(rows, key=lambda row: (row[0]["Base"], row[0]["Destination"]))
    names = {}
    for cls in ("LocalCsrDef", "InputStateDef", "CapCsrDef", "MsfCsrDef", "CrcTypeDef", "CrcBytesDef"):
        rows = [(r["Number"], r["Name"]) for r in instances(cls).values()]
        names[cls.removesuffix("Def") + "Names"] = sorted(rows)

    csrs = {name: number for number, name in names["LocalCsrNames"]}
    csr_fields = [(csrs[r["Csr"]], r["Name"], r["Number"], r["Width"])
                  for r in instances("LocalCsrFieldDef").values()]
    csr_fields.sort(key=lambda field: (field[0], -field[2]))

    parts = {f"isa_{name}.inc": [] for name in ("classes", "commands", "opcodes", "info", "layout", "table")}
    write_classes(parts["isa_classes.inc"], order)
    write_commands(parts["isa_commands.inc"], opcodes)
    write_opcodes(parts["isa_opcodes.inc"], opcodes)
    write_info(parts["isa_info.inc"], opcodes)
    write_layout(parts["isa_layout.inc"], opcodes, layouts(opcodes, sublayouts))
    write_table(parts["isa_table.inc"], opcodes, order, ranges, names, csr_fields)
    for name, lines in parts.items():
        text = "// Generated by gen_isa.py from MEv2.td. Do not edit.\n" + "\n".join(lines) + "\n"
        path = args.outdir / name
        if not path.exists() or path.read_text() != text:  # an unchanged table compiles nothing again
            path.write_text(text)


if __name__ == "__main__":
    main()
