// Parses commands to the units (sram, scratch, dram, msf, pci, cap, hash) and the optional tokens
// after the brackets of every instruction.
#include "mecc/mc/parser.h"

#include <algorithm>
#include <fmt/format.h>

namespace mecc::mc {

using mev2::Completion;
using mev2::InstrClass;
using mev2::Opcode;

// The address of a command is the sum of two operands.
void Parser::address(Instr& i, const Piece& a, const Piece& b) {
  i.left = source(a);
  i.right = source(b);
}

// "4", "max_4"; commands without a count accept 1. Counts above 8 go into the override word.
void Parser::count(Instr& i, const Piece& p) {
  Piece n = p;
  const bool most =
      lower(p.text).starts_with("max_") && !names_.find(std::string(p.text), names_.current());
  if (most) n = trim(p.text.substr(4), p.offset + 4);
  const bool hash = i.info().cls == InstrClass::Hash;
  if (!i.info().has_count) {
    if (known_number(n, 1, 1, "reference count") == 1) return;
  }
  i.word.count = static_cast<uint8_t>(known_number(n, 1,
                                                   hash   ? 3
                                                   : most ? 16
                                                          : 8,
                                                   "reference count"));
}

void Parser::command(const Call& c, Instr& i, const std::string& name) {
  const auto& a = c.arguments;
  if (!c.bracketed || a[0].empty())
    fail(c.name,
         fmt::format("{} needs a command: {}[read, $x, address, offset, count]", name, name));
  const auto op = find_opcode(name, a[0].text);
  if (!op) {
    const std::string near = ixp::closest(lower(a[0].text), tokens_of(name));
    fail(a[0],
         fmt::format("{} has no command '{}'{}", name, a[0].text,
                     near.empty() ? std::string() : fmt::format("; did you mean '{}'?", near)));
  }
  i.word.opcode = *op;
  const std::string cmd = lower(a[0].text);
  const bool counted = i.info().has_count;
  const std::string syntax =
      fmt::format("{}[{}, {}, address, offset{}]", name, cmd,
                  i.info().pulls || i.info().pushes ? name == "dram" ? "$$x" : "$x" : "--",
                  counted ? ", count" : "");
  arguments(c, counted ? 5 : 4, 5, syntax.c_str());
  i.xfer = transfer(a[1]);
  const bool moves = i.info().pulls || i.info().pushes;
  if (!moves && i.xfer.present())
    fail(a[1], fmt::format("{}[{}] moves no transfer register; write '--'", name, cmd));
  msf_names_ = name == "msf";
  address(i, a[2], a[3]);
  msf_names_ = false;
  if (a.size() == 5) count(i, a[4]);
}

// The number of another microengine's S transfer register, as an expression; a register's name
// means &name.
std::string Parser::remote_number(const Piece& p) {
  const std::vector<RegisterId> found = registers_named(p);
  if (found.empty()) {
    if (number(p).known) known_number(p, 0, 31, "register number");
    return std::string(p.text);
  }
  const Register& r = unit_.registers[found[0]];
  if (r.file != File::S)
    fail(p, fmt::format("the reflector reaches S transfer registers ($name), not {}", p.text));
  if (!r.remote && !r.visible)
    fail(p,
         fmt::format("{} is a register of this program; declare the other one's with .reg remote "
                     "and say its number with .addr",
                     p.text));
  return fmt::format("&{}", p.text);
}

// cap[read, $x, microengine, $there, context, n] uses the reflector's window of the CAP
// (docs/scratchpad.md).
void Parser::reflect(const Call& c, Instr& i, bool read) {
  const auto& a = c.arguments;
  arguments(c, 6, 6, "cap[read, $x, microengine, $register, context, count], or write");
  i.word.opcode = read ? Opcode::CAP_READ_IMM : Opcode::CAP_WRITE_IMM;
  i.xfer = transfer(a[1]);
  const int64_t me = known_number(a[2], 0, INT32_MAX, "microengine number");
  if ((me > 3 && me < 0x10) || me > 0x13)
    fail(a[2], fmt::format("there is no microengine {:#x}; there are 0 to 3 and 0x10 to 0x13", me));
  const int64_t context = known_number(a[4], 0, 7, "context number");
  Number address;
  address.text =
      fmt::format("{:#x} + (({}) << 2)", 0x8000 + (me << 10) + (context << 6), remote_number(a[3]));
  address.at = place(a[3]);
  address.scope = names_.current();
  i.fields.push_back({Field::CsrAddress, std::move(address), 0x8000, 0xcffc, "CAP address"});
  i.word.count = 1;
  count(i, a[5]);
}

// cap[read, $x, CSR, n], cap[read, $x, a, b, n], cap[fast_wr, data, CSR], cap[fast_wr, ALU, CSR],
// cap[read, $x, me, $there, context, n]
void Parser::cap(const Call& c, Instr& i) {
  const auto& a = c.arguments;
  const std::string cmd = c.bracketed ? lower(a[0].text) : std::string();
  const bool reflects = cmd == "reflect_read" || cmd == "reflect_write";
  if (reflects || (a.size() == 6 && (cmd == "read" || cmd == "write")))
    return reflect(c, i, cmd.ends_with("read"));
  if (cmd != "read" && cmd != "write" && cmd != "fast_wr")
    fail(c.name, "cap has the commands read, write, fast_wr, reflect_read and reflect_write: "
                 "cap[read, $x, CSR, 1]");
  const auto csr = [&](const Piece& p) -> uint16_t {
    if (const auto address = mev2::cap_csr_address(p.text)) return *address;
    return static_cast<uint16_t>(known_number(p, 0, 0xffff, "CAP CSR address"));
  };
  if (cmd == "fast_wr") {
    arguments(c, 3, 3, "cap[fast_wr, data, CSR] or cap[fast_wr, ALU, CSR]");
    const bool alu = lower(a[1].text) == "alu";
    i.word.opcode = alu ? Opcode::CAP_FAST_WR_ALU : Opcode::CAP_FAST_WR_IMM;
    if (!alu) field(i, Field::CapData, a[1], 0, 0x3fff, "CAP data (14 bits)");
    i.word.csr = csr(a[2]);
    return;
  }
  arguments(c, 3, 5, "cap[read, $x, CSR, count] or cap[read, $x, address, offset, count]");
  const bool computed = a.size() == 5;
  if (cmd == "read")
    i.word.opcode = computed ? Opcode::CAP_READ : Opcode::CAP_READ_IMM;
  else
    i.word.opcode = computed ? Opcode::CAP_WRITE : Opcode::CAP_WRITE_IMM;
  i.xfer = transfer(a[1]);
  if (computed)
    address(i, a[2], a[3]);
  else
    i.word.csr = csr(a[2]);
  i.word.count = 1;
  if (a.size() > 3) count(i, a.back());
}

// hash_48[$x, 2], or the older hash2_48[$x]
void Parser::hash(const Call& c, Instr& i, const std::string& name) {
  std::string canonical = name;
  unsigned implied = 0;
  if (name.size() > 5 && name[4] >= '1' && name[4] <= '3' && name[5] == '_') {
    implied = static_cast<unsigned>(name[4] - '0');
    canonical = "hash" + name.substr(5);
  }
  const auto op = find_opcode(canonical);
  if (!op)
    fail(c.name,
         fmt::format("'{}' is no hash; there are hash_48, hash_64 and hash_128", c.name.text));
  i.word.opcode = *op;
  if (implied)
    arguments(c, 1, 1, fmt::format("{}[$x]", name).c_str());
  else
    arguments(c, 2, 2, fmt::format("{}[$x, count]", name).c_str());
  i.xfer = transfer(c.arguments[0]);
  i.word.count = static_cast<uint8_t>(implied);
  if (!implied) count(i, c.arguments[1]);
}

// ---- Tokens

void Parser::tokens(const Statement& s, Instr& i) {
  static const std::pair<const char*, int> kBytes[] = {
      {"bytes_0_3", 0}, {"bytes_1_3", 1}, {"bytes_2_3", 2}, {"byte_3", 3},   {"bytes_3_3", 3},
      {"bytes_0_2", 4}, {"bytes_0_1", 5}, {"byte_0", 6},    {"bytes_0_0", 6}};
  const mev2::OpcodeInfo& info = i.info();
  const bool crc = i.op() == Opcode::CRC, ctx_arb = i.op() == Opcode::CTX_ARB;
  std::vector<std::string> allowed;
  if (info.max_defer) allowed.emplace_back("defer");
  if (info.is_command)
    allowed.insert(allowed.end(),
                   {"indirect_ref", "ctx_swap", "sig_done", "ignore_data_error", "optimize_mem"});
  if (ctx_arb) allowed.insert(allowed.end(), {"any", "all", "br"});
  if (crc)
    allowed.insert(allowed.end(), {"bit_swap", "bytes_0_3", "bytes_0_1", "byte_0", "byte_3"});
  if (info.cls == InstrClass::LdField) allowed.emplace_back("load_cc");
  if (i.op() == Opcode::CAM_LOOKUP) allowed.insert(allowed.end(), {"lm_addr0", "lm_addr1"});
  if (i.op() == Opcode::JUMP) allowed.emplace_back("targets");

  bool swaps = false;
  Piece defer_at, bytes_at, any_at;
  const size_t first = i.info().cls == InstrClass::Mult ? 1 : 0; // its step is already taken
  for (size_t k = first; k < s.tokens.size(); ++k) {
    const Call& t = s.tokens[k];
    const std::string name = lower(t.name.text);
    const auto one = [&]() -> const Piece& {
      if (!t.bracketed || t.arguments.size() != 1)
        fail(t.name, fmt::format("{} takes one argument in brackets", name));
      return t.arguments[0];
    };
    const auto is = [&](const char* word) {
      return name == word &&
             std::find(allowed.begin(), allowed.end(), std::string_view(word)) != allowed.end();
    };
    const auto flag = [&](const char* word) {
      if (is(word) && t.bracketed) fail(t.name, fmt::format("{} takes no argument", name));
      return is(word);
    };
    // Tokens that exclude each other: a later one may only repeat the first.
    const auto choose = [&](Piece& chosen, auto& field, auto value) {
      if (!chosen.empty() && field != value)
        fail(t.name, fmt::format("{} contradicts {}; remove one of them", name, chosen.text));
      field = value;
      chosen = t.name;
    };
    int bytes = -1;
    for (const auto& [word, code] : kBytes)
      if (crc && name == word) bytes = code;
    if (bytes >= 0) {
      choose(bytes_at, i.word.crc_bytes, static_cast<uint8_t>(bytes));
    } else if (is("defer")) {
      if (i.word.defer) fail(t.name, "defer is given twice");
      i.word.defer =
          static_cast<uint8_t>(known_number(one(), 0, info.max_defer, "number of defer slots"));
      defer_at = t.name;
    } else if (flag("indirect_ref")) {
      i.word.indirect_ref = true;
    } else if (flag("ignore_data_error")) {
      i.word.ignore_data_error = true;
    } else if (flag("optimize_mem")) {
      // Accepted and ignored: the controllers of this chip order references themselves.
    } else if (is("ctx_swap") || is("sig_done")) {
      if (i.signal.kind != SignalRef::Kind::None || swaps)
        fail(t.name, "a command has one signal: either ctx_swap or sig_done, once");
      i.signal = signal(one());
      swaps = name == "ctx_swap";
      if (!swaps && i.signal.kind == SignalRef::Kind::None) fail(t.name, "sig_done needs a signal");
      i.signal.at = place(t.name);
    } else if (info.is_command && (name == "sig_remote" || name == "sig_both")) {
      fail(t.name, "the reflector signals only this side; raise a signal of the other one through "
                   "INTERTHREAD_SIG: cap[fast_wr, ALU, INTERTHREAD_SIG]");
    } else if (flag("any") || flag("all")) {
      choose(any_at, i.word.any, name == "any");
    } else if (is("br")) {
      if (i.word.has_target) fail(t.name, "br is given twice");
      i.target = label(one());
      i.word.has_target = true;
    } else if (flag("bit_swap")) {
      i.word.crc_bit_swap = true;
    } else if (flag("load_cc")) {
      i.word.load_cc = true;
    } else if (is("lm_addr0") || is("lm_addr1")) {
      const auto block = static_cast<uint8_t>(known_number(one(), 0, 3, "local-memory block"));
      if (i.word.lm_addr_mask && block != i.word.lm_addr_constant)
        fail(t.name, fmt::format("cam_lookup has one number for all its tokens; write {}[{}]", name,
                                 i.word.lm_addr_constant));
      i.word.lm_addr_mask |= name == "lm_addr0" ? 1 : 2;
      i.word.lm_addr_constant = block;
    } else if (is("targets")) {
      if (!t.bracketed) fail(t.name, "targets takes labels in brackets");
      for (const Piece& p : t.arguments)
        i.jump_targets.push_back(label(p));
    } else {
      const std::string near = ixp::closest(name, allowed);
      std::string list;
      for (const std::string& word : allowed)
        list += (list.empty() ? "" : ", ") + word;
      fail(t.name, fmt::format("'{}' is no token of {}{}", t.name.text, s.head->name.text,
                               !near.empty()  ? fmt::format("; did you mean '{}'?", near)
                               : list.empty() ? std::string("; it has none")
                                              : fmt::format("; it has {}", list)));
    }
  }
  if (!info.is_command) return;
  if (i.word.defer && !swaps)
    fail(defer_at, "defer needs a command that swaps: ctx_swap[signal], defer[n]");
  if (swaps)
    i.word.completion = i.word.defer == 0   ? Completion::CtxSwap
                        : i.word.defer == 1 ? Completion::CtxSwapDefer1
                                            : Completion::CtxSwapDefer2;
  const bool fast = i.op() == Opcode::MSF_FAST_WR || i.op() == Opcode::CAP_FAST_WR_ALU ||
                    i.op() == Opcode::CAP_FAST_WR_IMM;
  if (fast && (swaps || i.signal.kind != SignalRef::Kind::None))
    fail(s.head->name, "a fast_wr gives no signal; remove ctx_swap or sig_done");
}

} // namespace mecc::mc
