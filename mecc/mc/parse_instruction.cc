// Parses instructions other than commands. The opcodes come from the description of the instruction
// set (isa); this file defines the source syntax of their arguments.
#include "mecc/mc/parser.h"

#include <fmt/format.h>

namespace mecc::mc {

using mev2::InstrClass;
using mev2::Opcode;
using mev2::OpcodeInfo;
using mev2::ShiftKind;

// ---- The table of opcodes, by spelling

// Aliases of branches; those with = and < are from the IXP1200.
static constexpr std::pair<std::string_view, std::string_view> kAliases[] = {
    {"bhs", "bcs"},  {"blo", "bcc"},   {"bz", "beq"},      {"bnz", "bne"},
    {"br=0", "beq"}, {"br!=0", "bne"}, {"br<0", "bmi"},    {"br>=0", "bpl"},
    {"br>0", "bgt"}, {"br<=0", "ble"}, {"br=cout", "bcs"}, {"br!=cout", "bcc"}};

static const std::map<std::pair<std::string, std::string>, Opcode>& spellings() {
  static const auto table = [] {
    std::map<std::pair<std::string, std::string>, Opcode> t;
    for (unsigned k = 0; k < mev2::kOpcodes; ++k) {
      const auto op = static_cast<Opcode>(k);
      const OpcodeInfo& info = mev2::info(op);
      // the first opcode of a spelling takes precedence
      t.emplace(std::pair(lower(info.mnemonic), lower(info.token)), op);
    }
    return t;
  }();
  return table;
}

std::optional<Opcode> find_opcode(std::string_view mnemonic, std::string_view token) {
  const auto it = spellings().find({lower(mnemonic), lower(token)});
  if (it == spellings().end()) return std::nullopt;
  return it->second;
}

std::vector<std::string> tokens_of(std::string_view mnemonic) {
  std::vector<std::string> out;
  for (const auto& [spelling, op] : spellings())
    if (spelling.first == mnemonic) out.emplace_back(mev2::info(op).token);
  return out;
}

const std::vector<std::string>& mnemonics() {
  static const auto names = [] {
    std::set<std::string> all{"halt", "rtn", "load_addr", "crc_be", "crc_le"};
    for (const auto& [name, canonical] : kAliases)
      all.emplace(name);
    for (const auto& [spelling, op] : spellings())
      if (spelling.first != "crc") all.insert(spelling.first);
    return std::vector<std::string>(all.begin(), all.end());
  }();
  return names;
}

// ---- Common parts

Instr& Parser::append(Instr i) {
  i.labels = std::move(pending_labels_);
  i.hints = std::move(pending_hints_);
  pending_labels_.clear();
  i.points = std::move(pending_points_);
  pending_hints_.clear();
  pending_points_.clear();
  i.origin = static_cast<uint32_t>(unit_.code.size());
  for (const uint32_t p : i.points)
    unit_.points[p].before = i.origin;
  unit_.code.push_back(std::move(i));
  return unit_.code.back();
}

void Parser::arguments(const Call& c, size_t low, size_t high, const char* syntax) {
  const size_t n = c.bracketed ? c.arguments.size() : 0;
  if (n >= low && n <= high) return;
  fail(c.name, fmt::format("{} has {} argument{} here; write {}", c.name.text, n, n == 1 ? "" : "s",
                           syntax));
}

// "<<5", ">>(N+1)", "<<indirect", ">>rot8", "<<rot8"
void Parser::shift(Instr& i, const Piece& p) {
  const bool left = p.text.starts_with("<<"), right = p.text.starts_with(">>");
  if (!left && !right) {
    if (p.text == "0" || p.text == "--") return; // passed by macros for "no shift"
    fail(p, fmt::format("a shift is expected: <<n, >>n, >>rotn, <<indirect or >>indirect, not '{}'",
                        p.text));
  }
  Piece amount = trim(p.text.substr(2), p.offset + 2);
  const std::string word = lower(amount.text);
  if (word == "indirect") {
    i.word.shift = left ? ShiftKind::LeftIndirect : ShiftKind::RightIndirect;
    return;
  }
  const bool rotate =
      word.starts_with("rot") && !names_.find(std::string(amount.text), names_.current());
  if (rotate) amount = trim(amount.text.substr(3), amount.offset + 3);
  i.word.shift = rotate ? ShiftKind::RotateRight : left ? ShiftKind::Left : ShiftKind::Right;
  const Number n = number(amount);
  if (n.known && *n.known == 0) {
    i.word.shift = ShiftKind::None;
    return;
  }
  if (n.known && rotate && left && *n.known >= 1 && *n.known <= 31) {
    i.word.shift_amount = static_cast<uint8_t>(32 - *n.known);
    return;
  }
  if (rotate && left) fail(amount, "the amount of <<rot must be 0 to 31, and known here");
  if (n.known && (*n.known < 0 || *n.known > 31))
    fail(amount, fmt::format("shift amount {} is out of range; 0 to 31 are possible", *n.known));
  i.fields.push_back({Field::Shift, n, 0, 31, "shift amount"});
}

// ---- ALU and shifter

void Parser::alu(const Call& c, Instr& i) {
  const bool shifted = c.arguments.size() == 5;
  const char* unit = shifted || lower(c.name.text) == "alu_shf" ? "alu_shf" : "alu";
  arguments(c, 4, 5, "alu[dest, a, operator, b] or alu_shf[dest, a, operator, b, shift]");
  const Piece& op = c.arguments[2];
  std::string token;
  for (char ch : op.text)
    if (ch != ' ') token += ch;
  const auto opcode = find_opcode(unit, token);
  if (!opcode) {
    if (find_opcode("alu", token))
      fail(op, fmt::format("operator {} cannot be combined with a shift; alu_shf has B, ~B, AND, "
                           "~AND, AND~ and OR",
                           op.text));
    const std::string near = ixp::closest(token, tokens_of(unit));
    fail(op, fmt::format("'{}' is no operator of {}{}", op.text, unit,
                         near.empty() ? std::string() : fmt::format("; did you mean '{}'?", near)));
  }
  i.word.opcode = *opcode;
  i.dst = destination(c.arguments[0]);
  i.left = operand(c.arguments[1]);
  i.right = source(c.arguments[3]);
  const bool unary = lower(token) == "b" || lower(token) == "~b";
  if (i.left.present())
    i.left = source(c.arguments[1]);
  else if (!unary)
    fail(c.arguments[1], fmt::format("operator {} needs a first operand", op.text));
  if (shifted) shift(i, c.arguments[4]);
}

void Parser::crc(const Call& c, Instr& i) {
  static const std::pair<const char*, int> kTypes[] = {
      {"none", 0}, {"crc_ccitt", 2}, {"crc_32", 4}, {"crc_iscsi", 5}, {"crc_10", 6}, {"crc_5", 7}};
  arguments(c, 3, 3, "crc_be[type, dest, source]");
  const std::string type = lower(c.arguments[0].text);
  int code = -1;
  for (const auto& [name, number] : kTypes)
    if (type == name) code = number;
  if (code < 0)
    fail(c.arguments[0],
         fmt::format("'{}' is no CRC; there are none, crc_ccitt, crc_32, crc_iscsi, crc_10, crc_5",
                     c.arguments[0].text));
  i.word.crc_type = static_cast<uint8_t>(code);
  i.word.crc_le = lower(c.name.text) == "crc_le";
  i.dst = destination(c.arguments[1]);
  i.right = source(c.arguments[2]);
}

void Parser::ld_field(const Call& c, Instr& i) {
  arguments(c, 3, 4, "ld_field[dest, byte_mask, source, shift]");
  const Piece& mask = c.arguments[1];
  const bool bits =
      mask.text.size() == 4 && mask.text.find_first_not_of("01") == std::string_view::npos;
  if (!bits)
    fail(mask, fmt::format(
                   "a byte mask is four digits 0 or 1, byte 3 first (1100 = upper half), not '{}'",
                   mask.text));
  for (char ch : mask.text)
    i.word.byte_mask = static_cast<uint8_t>(i.word.byte_mask << 1 | (ch == '1'));
  i.dst = destination(c.arguments[0]);
  if (i.info().reads_dst && i.dst.is_register() && unit_.registers[i.dst.reg].write_only)
    fail(c.arguments[0],
         fmt::format("{} keeps some bytes of its destination, and {} is declared 'write'",
                     c.name.text, c.arguments[0].text));
  i.right = source(c.arguments[2]);
  if (c.arguments.size() == 4) shift(i, c.arguments[3]);
}

// ---- Constants

void Parser::immed(const Call& c, Instr& i, const std::string& name) {
  if (name == "immed") {
    arguments(c, 2, 3, "immed[dest, value] or immed[dest, value, <<8]");
    field(i, Field::ImmediateWhole, c.arguments[1], -(int64_t{1} << 31), (int64_t{1} << 32) - 1,
          "value");
    if (c.arguments.size() == 3) {
      Instr probe;
      shift(probe, c.arguments[2]);
      const Number* n = probe.fields.empty() ? nullptr : &probe.fields[0].number;
      const bool bytes = probe.word.shift == ShiftKind::Left && n && n->known &&
                         (*n->known == 8 || *n->known == 16);
      if (probe.word.shift != ShiftKind::None && !bytes)
        fail(c.arguments[2], "the shift of immed is <<0, <<8 or <<16");
      i.immed_bytes = n ? static_cast<int>(*n->known / 8) : 0;
    }
  } else {
    arguments(c, 2, 2, fmt::format("{}[dest, value]", name).c_str());
    const bool byte = name[6] == 'b';
    field(i, Field::Immediate, c.arguments[1], byte ? -128 : -32768, byte ? 255 : 65535, "value");
  }
  i.dst = destination(c.arguments[0]);
}

void Parser::load_addr(const Call& c, Instr& i) {
  arguments(c, 2, 2, "load_addr[dest, label#]");
  i.dst = destination(c.arguments[0]);
  i.target = label(c.arguments[1]);
}

// ---- Flow

void Parser::branch(const Call& c, Instr& i, const std::string& name) {
  const auto& a = c.arguments;
  if (name == "br=byte" || name == "br!=byte") {
    arguments(c, 4, 4, "br=byte[register, byte, value, label#]");
    i.left = source(a[0]);
    field(i, Field::Parameter, a[1], 0, 3, "byte number");
    field(i, Field::Compare, a[2], 0, 255, "byte value");
    i.target = label(a[3]);
  } else if (name == "br_bset" || name == "br_bclr") {
    arguments(c, 3, 3, "br_bset[register, bit, label#]");
    i.left = source(a[0]);
    field(i, Field::Parameter, a[1], 0, 31, "bit number");
    i.target = label(a[2]);
  } else if (name == "br=ctx" || name == "br!=ctx") {
    arguments(c, 2, 2, "br=ctx[context, label#]");
    field(i, Field::Parameter, a[0], 0, 7, "context number");
    i.target = label(a[1]);
  } else if (name == "br_signal" || name == "br_!signal") {
    arguments(c, 2, 2, "br_signal[signal, label#]");
    i.signal = signal(a[0]);
    if (i.signal.kind == SignalRef::Kind::None) fail(a[0], "a signal is expected");
    i.target = label(a[1]);
  } else if (name == "br_inp_state" || name == "br_!inp_state") {
    arguments(c, 2, 2, "br_inp_state[state, label#]");
    i.word.parameter = input_state(a[0]);
    i.target = label(a[1]);
  } else {
    arguments(c, 1, 1, fmt::format("{}[label#]", name).c_str());
    i.target = label(a[0]);
  }
}

void Parser::ctx_arb(const Call& c, Instr& i) {
  if (!c.bracketed || c.arguments.empty() || (c.arguments.size() == 1 && c.arguments[0].empty()))
    fail(c.name, "ctx_arb needs its signals: ctx_arb[s1, s2], ctx_arb[voluntary], ctx_arb[kill], "
                 "ctx_arb[bpt] or ctx_arb[--]");
  for (const Piece& p : c.arguments) {
    const std::string word = lower(p.text);
    const bool alone = c.arguments.size() == 1;
    if (word == "kill" || word == "bpt" || word == "--") {
      if (!alone) fail(p, fmt::format("'{}' stands alone in ctx_arb", p.text));
      i.word.any = word == "kill";
      i.word.bpt = word == "bpt";
      i.word.keep_wakeup = word == "--";
    } else if (word == "voluntary") {
      i.word.signals |= 1;
    } else {
      i.waits.push_back(signal(p));
    }
  }
}

void Parser::mul_step(const Statement& s, Instr& i) {
  const Call& c = *s.head;
  arguments(c, 2, 2, "mul_step[a, b], 24x8_start");
  if (s.tokens.empty())
    fail(c.name, "mul_step needs its step: 24x8_start, 24x8_step1, 24x8_last, ...");
  const Piece& step = s.tokens[0].name;
  std::string token = lower(step.text);
  if (token.ends_with("_start")) token = "start";
  const auto op = find_opcode("mul_step", token);
  if (!op) {
    const std::string near = ixp::closest(token, tokens_of("mul_step"));
    fail(step,
         fmt::format("'{}' is no multiplication step{}", step.text,
                     near.empty() ? std::string() : fmt::format("; did you mean '{}'?", near)));
  }
  i.word.opcode = *op;
  if (i.info().writes_dst) {
    i.dst = destination(c.arguments[0]);
    if (c.arguments[1].text != "--")
      fail(c.arguments[1], "the last steps have one operand: mul_step[dest, --]");
  } else {
    i.left = source(c.arguments[0]);
    i.right = source(c.arguments[1]);
  }
}

// ---- local CSRs and CAM

void Parser::local_csr(const Call& c, Instr& i, bool write) {
  arguments(c, write ? 2 : 1, write ? 2 : 1,
            write ? "local_csr_wr[name, source]" : "local_csr_rd[name]");
  const Piece& name = c.arguments[0];
  if (is_name_start(name.text.empty() ? '0' : name.text[0])) {
    i.word.csr = local_csr_named(name);
  } else {
    i.word.csr = static_cast<uint16_t>(known_number(name, 0, 0x1ffc, "CSR byte address"));
    if (i.word.csr % 4) fail(name, "a local CSR address is a multiple of 4");
  }
  if (write) i.left = source(c.arguments[1]);
}

void Parser::cam(const Call& c, Instr& i, const std::string& name) {
  const auto& a = c.arguments;
  if (name == "cam_clear") {
    arguments(c, 0, 0, "cam_clear");
  } else if (name == "cam_lookup") {
    arguments(c, 2, 2, "cam_lookup[dest, tag], lm_addr0[n]");
    i.dst = destination(a[0]);
    i.left = source(a[1]);
  } else if (name == "cam_write") {
    arguments(c, 3, 3, "cam_write[entry, tag, state]");
    i.right = source(a[0]);
    i.left = source(a[1]);
    field(i, Field::State, a[2], 0, 15, "CAM state");
  } else if (name == "cam_write_state") {
    arguments(c, 2, 2, "cam_write_state[entry, state]");
    i.right = source(a[0]);
    field(i, Field::State, a[1], 0, 15, "CAM state");
  } else {
    arguments(c, 2, 2, fmt::format("{}[dest, entry]", name).c_str());
    i.dst = destination(a[0]);
    i.right = source(a[1]);
  }
}

// ---- One line

void Parser::instruction(const Statement& s) {
  const Call& c = *s.head;
  std::string name = lower(c.name.text);
  const auto& a = c.arguments;
  for (const auto& [alias, canonical] : kAliases)
    if (name == alias) name = canonical;
  Instr i;
  i.at = place(c.name);
  if (name == "halt") {
    arguments(c, 0, 0, "halt");
    i.word.opcode = Opcode::CTX_ARB;
    i.word.bpt = true;
  } else if (name == "alu" || name == "alu_shf") {
    alu(c, i);
  } else if (name == "crc_be" || name == "crc_le") {
    i.word.opcode = Opcode::CRC;
    crc(c, i);
  } else if (name == "mul_step") {
    mul_step(s, i);
  } else if (name == "load_addr") {
    i.word.opcode = Opcode::IMMED;
    load_addr(c, i);
  } else if (name == "rtn") {
    arguments(c, 1, 1, "rtn[register]");
    i.word.opcode = Opcode::JUMP;
    i.left = source(a[0]);
  } else if (name == "sram" || name == "scratch" || name == "dram" || name == "msf" ||
             name == "pci") {
    command(c, i, name);
  } else if (name == "cap") {
    cap(c, i);
  } else if (name.starts_with("hash")) {
    hash(c, i, name);
  } else {
    const auto op = find_opcode(name);
    if (!op) {
      const std::string near = ixp::closest(name, mnemonics());
      fail(c.name,
           fmt::format("'{}' is neither an instruction nor a macro{}", c.name.text,
                       near.empty() ? std::string() : fmt::format("; did you mean '{}'?", near)));
    }
    i.word.opcode = *op;
    switch (i.info().cls) {
    case InstrClass::Alu:
      if (name.starts_with("cam_")) {
        cam(c, i, name);
      } else if (!i.info().writes_dst) { // pop_count1, pop_count2
        arguments(c, 1, 1, fmt::format("{}[source]", name).c_str());
        i.right = source(a[0]);
      } else {
        arguments(c, 2, 2, fmt::format("{}[dest, source]", name).c_str());
        i.dst = destination(a[0]);
        i.right = source(a[1]);
      }
      break;
    case InstrClass::AluShf:
      if (name == "dbl_shf") {
        arguments(c, 4, 4, "dbl_shf[dest, a, b, >>n]");
        i.left = source(a[1]);
        i.right = source(a[2]);
        shift(i, a[3]);
      } else if (name == "asr") {
        arguments(c, 3, 3, "asr[dest, source, >>n]");
        i.right = source(a[1]);
        shift(i, a[2]);
      } else {
        arguments(c, 2, 2, fmt::format("{}[dest, source]", name).c_str());
        (*op == Opcode::BYTE_ALIGN_LE ? i.left : i.right) = source(a[1]);
      }
      i.dst = destination(a[0]);
      break;
    case InstrClass::LdField: ld_field(c, i); break;
    case InstrClass::BrByte:
    case InstrClass::BrBit:
    case InstrClass::Branch: branch(c, i, name); break;
    case InstrClass::CtxArb: ctx_arb(c, i); break;
    case InstrClass::Jump:
      arguments(c, 2, 2, "jump[register, label#]");
      i.left = source(a[0]);
      i.target = label(a[1]);
      break;
    case InstrClass::Immed:
      if (*op == Opcode::NOP)
        arguments(c, 0, 0, "nop");
      else
        immed(c, i, name);
      break;
    case InstrClass::LocalCsr: local_csr(c, i, *op == Opcode::LOCAL_CSR_WR); break;
    default: fail(c.name, fmt::format("'{}' is no instruction", c.name.text));
    }
  }
  tokens(s, i);
  append(std::move(i));
}

} // namespace mecc::mc
