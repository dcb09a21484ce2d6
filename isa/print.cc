// Prints canonical text. The description's AsmString is the frame, and the fields are printed here;
// parse.cc has the inverse functions.
#include "isa/tables.h"

#include <fmt/format.h>

#include <iterator>

namespace mev2 {
namespace {

using Out = std::back_insert_iterator<std::string>;

void print_indexed(Out out, const char* name, const Operand& o) {
  fmt::format_to(out, "{}", name);
  if (o.step == Step::Increment) fmt::format_to(out, "++");
  if (o.step == Step::Decrement) fmt::format_to(out, "--");
  if (o.number) fmt::format_to(out, "[{}]", o.number);
}

void print_operand(Out out, const Operand& o) {
  const char bank = o.bank == Bank::A ? 'a' : 'b';
  switch (o.kind) {
  case OperandKind::None: fmt::format_to(out, "--"); return;
  case OperandKind::Gpr: fmt::format_to(out, "{}{}", bank, o.number); return;
  case OperandKind::AbsGpr: fmt::format_to(out, "@{}{}", bank, o.number); return;
  case OperandKind::SXfer: fmt::format_to(out, "${}", o.number); return;
  case OperandKind::DXfer: fmt::format_to(out, "$${}", o.number); return;
  case OperandKind::Nn: fmt::format_to(out, "n${}", o.number); return;
  case OperandKind::Const: fmt::format_to(out, "{:#x}", o.number); return;
  case OperandKind::SIndex: print_indexed(out, "*$index", o); return;
  case OperandKind::DIndex: print_indexed(out, "*$$index", o); return;
  case OperandKind::NnRing: print_indexed(out, "*n$index", o); return;
  case OperandKind::Lm0: print_indexed(out, "*l$index0", o); return;
  case OperandKind::Lm1: print_indexed(out, "*l$index1", o); return;
  }
}

void print_shift(Out out, const Instruction& i) {
  const unsigned n = i.shift_amount;
  switch (i.shift) {
  case ShiftKind::None: return;
  case ShiftKind::Right: fmt::format_to(out, ", >>{}", n); return;
  case ShiftKind::Left: fmt::format_to(out, ", <<{}", n); return;
  case ShiftKind::RotateRight: fmt::format_to(out, ", >>rot{}", n); return;
  case ShiftKind::RightIndirect: fmt::format_to(out, ", >>indirect"); return;
  case ShiftKind::LeftIndirect: fmt::format_to(out, ", <<indirect"); return;
  }
}

// The value before the shift, as in the source.
uint32_t immed_operand(const Instruction& i) {
  if (i.opcode != Opcode::IMMED) return i.immediate;
  const unsigned shift = 8u * i.immed_shift;
  return i.invert ? ~(~i.immediate >> shift) : i.immediate >> shift;
}

bool is_kill(const Instruction& i) {
  return i.any && !i.signals && !i.bpt && !i.keep_wakeup;
}

void print_wakeup(Out out, const Instruction& i) {
  if (is_kill(i)) {
    fmt::format_to(out, "kill");
    return;
  }
  const char* separator = "";
  const auto item = [&](auto&& text) {
    fmt::format_to(out, "{}{}", separator, text);
    separator = ", ";
  };
  if (i.keep_wakeup) item("--");
  if (i.bpt) item("bpt");
  if (i.signals & 1) item("voluntary");
  for (unsigned s = 1; s < 16; ++s)
    if (i.signals >> s & 1) item(fmt::format("s{}", s));
}

void print_defer(Out out, unsigned defer) {
  if (defer) fmt::format_to(out, ", defer[{}]", defer);
}

void print_ctx_tokens(Out out, const Instruction& i) {
  if (i.any && !is_kill(i)) fmt::format_to(out, ", any");
  if (i.has_target) fmt::format_to(out, ", br[l{}#]", i.target);
  print_defer(out, i.defer);
}

void print_crc_tokens(Out out, const Instruction& i) {
  if (i.crc_bytes) fmt::format_to(out, ", {}", crc_bytes_name(i.crc_bytes));
  if (i.crc_bit_swap) fmt::format_to(out, ", bit_swap");
}

void print_lm_addr(Out out, const Instruction& i) {
  for (unsigned n = 0; n < 2; ++n)
    if (i.lm_addr_mask >> n & 1) fmt::format_to(out, ", lm_addr{}[{}]", n, i.lm_addr_constant);
}

void print_local_csr(Out out, const Instruction& i) {
  const std::string_view name = local_csr_name(i.csr);
  if (name.empty())
    fmt::format_to(out, "{:#05x}", i.csr);
  else
    fmt::format_to(out, "{}", name);
}

void print_command_tokens(Out out, const Instruction& i) {
  if (i.indirect_ref) fmt::format_to(out, ", indirect_ref");
  if (i.ignore_data_error) fmt::format_to(out, ", ignore_data_error");
  if (i.completion == Completion::NoSwap) {
    if (i.signal) fmt::format_to(out, ", sig_done[s{}]", i.signal);
    return;
  }
  if (i.signal)
    fmt::format_to(out, ", ctx_swap[s{}]", i.signal);
  else
    fmt::format_to(out, ", ctx_swap[--]");
  print_defer(out, static_cast<unsigned>(i.completion));
}

void print_field(Out out, TextField field, const Instruction& i) {
  switch (field) {
  case TextField::end: return;
  case TextField::dst: print_operand(out, i.dst); return;
  case TextField::left: print_operand(out, i.left); return;
  case TextField::right: print_operand(out, i.right); return;
  case TextField::xfer: print_operand(out, i.xfer); return;
  case TextField::shift: print_shift(out, i); return;
  case TextField::mask: fmt::format_to(out, "{:04b}", i.byte_mask); return;
  case TextField::load_cc:
    if (i.load_cc) fmt::format_to(out, ", load_cc");
    return;
  case TextField::immediate: fmt::format_to(out, "{:#x}", immed_operand(i)); return;
  case TextField::immed_shift:
    if (i.immed_shift) fmt::format_to(out, ", <<{}", 8 * i.immed_shift);
    return;
  case TextField::data: fmt::format_to(out, "{:#x}", i.immediate); return;
  case TextField::label: fmt::format_to(out, "l{}#", i.target); return;
  case TextField::defer: print_defer(out, i.defer); return;
  case TextField::bit:
  case TextField::byte:
  case TextField::context: fmt::format_to(out, "{}", i.parameter); return;
  case TextField::signal: fmt::format_to(out, "s{}", i.parameter); return;
  case TextField::input_state: fmt::format_to(out, "{}", input_state_name(i.parameter)); return;
  case TextField::compare: fmt::format_to(out, "{:#x}", i.compare); return;
  case TextField::wakeup: print_wakeup(out, i); return;
  case TextField::ctx_tokens: print_ctx_tokens(out, i); return;
  case TextField::endian: fmt::format_to(out, "{}", i.crc_le ? "le" : "be"); return;
  case TextField::crc_type: fmt::format_to(out, "{}", crc_type_name(i.crc_type)); return;
  case TextField::crc_tokens: print_crc_tokens(out, i); return;
  case TextField::lm_addr: print_lm_addr(out, i); return;
  case TextField::state: fmt::format_to(out, "{}", i.state); return;
  case TextField::local_csr: print_local_csr(out, i); return;
  case TextField::cap_csr: fmt::format_to(out, "{:#06x}", i.csr); return;
  case TextField::count: fmt::format_to(out, "{}", i.count); return;
  case TextField::tokens: print_command_tokens(out, i); return;
  }
}

} // namespace

std::string print(const Operand& o) {
  std::string text;
  print_operand(std::back_inserter(text), o);
  return text;
}

std::string print(const Instruction& i) {
  const Form& f = form(i.opcode);
  const bool base0 = !f.text_base0().empty() && i.target == 0;
  std::string text;
  for (const TextPiece& piece : base0 ? f.text_base0() : f.text()) {
    text += piece.literal;
    print_field(std::back_inserter(text), piece.field, i);
  }
  return text;
}

} // namespace mev2
