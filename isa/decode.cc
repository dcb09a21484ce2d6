// Decodes a word to an Instruction. The opcode comes from the fixed bits of the description, the
// fields from its layouts; each class then interprets its fields together.
//
// Strict: a word decodes only if encode() reproduces it, except for the filler that decoders must
// ignore (fields of absent operands, SoftFail bits of the description). So words that assemblers
// never write are rejected, and words and text correspond one to one.
#include "isa/placement.h"

#include <fmt/format.h>

namespace mev2 {
namespace {

class Decoder {
public:
  Decoder(uint64_t word, ContextMode mode, std::string* why) : w_(word), mode_(mode), why_(why) {}

  bool decode(Instruction& out);

private:
  using Set = OperandSet;

  // All failures end here; the text is formatted only on request.
  template <class... Args> bool refuse(fmt::format_string<Args...> text, Args&&... args) {
    if (why_) *why_ = fmt::format(text, std::forward<Args>(args)...);
    return false;
  }
  bool refuse_word();
  bool refuse_operand(Set set, Role role, unsigned code, const OperandCode& entry, Bank bank);

  bool operand(Set set, Role role, unsigned code, Bank bank, Operand& out);
  bool destination(Set set, Bits dst, Bits dst_bank);
  bool sources(Set set, Bits a, Bits b, Bits swap, unsigned filler_swapped);
  bool check_swap(bool swapped, const Operand& left, const Operand& right);
  bool constant_bit7(Bits bit7);
  bool register_and_constant(Set set, Role role, Bits a, Bits b, Operand& reg, unsigned& constant);
  bool shift(unsigned control, unsigned amount);

  bool alu();
  bool cam_lookup();
  bool crc();
  bool alu_shf();
  bool ld_field();
  bool br_byte();
  bool br_bit();
  bool branch();
  bool ctx_arb();
  bool jump();
  bool immed();
  bool mult();
  bool local_csr();
  bool command();
  bool transfer(unsigned field);

  const uint64_t w_;
  const ContextMode mode_;
  std::string* const why_;
  const Form* form_ = nullptr;
  Instruction* i_ = nullptr;
};

// ---- refusals -----------------------------------------------------------------------------------

bool Decoder::refuse_word() {
  if (!why_) return false;
  const ClassRow* row = class_row(w_);
  if (!row && !(w_ >> 39 & 1))
    return refuse("unit and command {:#x} (bits 37:32) are undefined", (w_ >> 32) & 0x3f);
  if (!row) return refuse("w[39:32] = {:#x} is undefined", w_ >> 32);

  uint64_t selecting = 0;
  std::string selected;
  for (unsigned n = 0; n < row->selector_count; ++n) {
    const Selector& s = row->selectors[n];
    selecting |= s.bits.mask();
    selected += fmt::format("{}{} {}", n ? ", " : "", s.name, s.bits.get(w_));
  }
  for (const Candidate& candidate : candidates(w_)) {
    const uint64_t wrong = (w_ ^ candidate.value) & candidate.mask;
    if (!(wrong & selecting))
      return refuse("{}: reserved bits {:#012x} have the wrong value", info(candidate.opcode).name,
                    wrong);
  }
  return refuse("{} {} is undefined", row->title, selected);
}

bool Decoder::refuse_operand(Set set, Role role, unsigned code, const OperandCode& entry,
                             Bank bank) {
  if (!why_) return false;
  if (entry.legality == OperandCode::FourContextsOnly) {
    Operand o = entry.operand;
    if (is_gpr(o)) o.bank = bank;
    return refuse("{} does not exist in 8-context mode", print(o));
  }
  const char* name = set == Set::Unrestricted ? "unrestricted" : "restricted";
  const OperandCode& source = operand_code(set, Role::Source, code);
  if (role == Role::Destination && source.legality != OperandCode::Undefined)
    return refuse("{} cannot be a destination ({} operand {:#x})", print(source.operand), name,
                  code);
  return refuse("{} operand {:#x} is undefined", name, code);
}

// ---- operands -----------------------------------------------------------------------------------

bool Decoder::operand(Set set, Role role, unsigned code, Bank bank, Operand& out) {
  const OperandCode& entry = operand_code(set, role, code);
  if (entry.legality == OperandCode::Undefined ||
      (entry.legality == OperandCode::FourContextsOnly && mode_ == ContextMode::Eight))
    return refuse_operand(set, role, code, entry, bank);
  out = entry.operand;
  if (is_gpr(out)) out.bank = bank;
  return true;
}

bool Decoder::destination(Set set, Bits dst, Bits dst_bank) {
  const bool bank_b = dst_bank.get(w_) != 0;
  if (!operand(set, Role::Destination, dst.get(w_), bank_b ? Bank::B : Bank::A, i_->dst))
    return false;
  if (bank_b && !is_gpr(i_->dst))
    return refuse("the destination's bank bit is set, but {} has no bank", print(i_->dst));
  return true;
}

bool Decoder::check_swap(bool swapped, const Operand& left, const Operand& right) {
  if (swapped && !is_gpr(left) && !is_gpr(right))
    return refuse("operands are swapped although neither is a general-purpose register");
  return true;
}

// Decodes the sources of the form. The left one of B and ~B is absent if its field holds filler,
// unless its presence is the only reason for the swap (then it is b0).
bool Decoder::sources(Set set, Bits a, Bits b, Bits swap, unsigned filler_swapped) {
  const bool swapped = swap.get(w_) != 0;
  const unsigned left = (swapped ? b : a).get(w_);
  const unsigned right = (swapped ? a : b).get(w_);
  if (info(i_->opcode).reads_right &&
      !operand(set, Role::Source, right, swapped ? Bank::A : Bank::B, i_->right))
    return false;
  const bool absent = form_->left_optional && left == (swapped ? filler_swapped : 0) &&
                      (!swapped || is_gpr(i_->right));
  if (info(i_->opcode).reads_left && !absent &&
      !operand(set, Role::Source, left, swapped ? Bank::B : Bank::A, i_->left))
    return false;
  return check_swap(swapped, i_->left, i_->right);
}

bool Decoder::constant_bit7(Bits bit7) {
  if (!bit7.get(w_)) return true;
  bool used = false;
  for (Operand* o : {&i_->left, &i_->right}) {
    if (o->kind != OperandKind::Const) continue;
    o->number |= 0x80;
    used = true;
  }
  return used || refuse("bit {} is bit 7 of a constant, but no operand is one", bit7.lsb);
}

bool Decoder::register_and_constant(Set set, Role role, Bits a, Bits b, Operand& reg,
                                    unsigned& constant) {
  const unsigned in_a = a.get(w_), in_b = b.get(w_);
  const auto is_constant = [&](unsigned code) {
    const OperandCode& entry = operand_code(set, Role::Source, code);
    return entry.operand.kind == OperandKind::Const && entry.legality == OperandCode::Always;
  };
  if (is_constant(in_a) == is_constant(in_b))
    return refuse("exactly one of the fields A ({:#x}) and B ({:#x}) must be a constant", in_a,
                  in_b);
  const bool reg_in_b = is_constant(in_a);
  constant = reg_in_b ? in_a : in_b;
  if (!operand(set, role, reg_in_b ? in_b : in_a, reg_in_b ? Bank::B : Bank::A, reg)) return false;
  if (reg_in_b && !is_gpr(reg))
    return refuse("{} is in the B field, but registers without bank belong in the A field",
                  print(reg));
  return true;
}

bool Decoder::shift(unsigned control, unsigned amount) {
  const bool indirect = amount == 0;
  i_->shift_amount = static_cast<uint8_t>(amount);
  switch (control) {
  case 0: i_->shift = amount ? ShiftKind::RotateRight : ShiftKind::None; return true;
  case 2:
    i_->shift = indirect ? ShiftKind::LeftIndirect : ShiftKind::Left;
    i_->shift_amount = static_cast<uint8_t>(indirect ? 0 : 32 - amount);
    return true;
  case 3:
    if (i_->opcode != Opcode::DBL_SHF)
      return refuse("shift control 3 is undefined in {}", info(i_->opcode).name);
    [[fallthrough]];
  default: i_->shift = indirect ? ShiftKind::RightIndirect : ShiftKind::Right; return true;
  }
}

// ---- classes that compute -----------------------------------------------------------------------

bool Decoder::alu() {
  namespace f = layout::alu;
  if (form_->has(has_dst) && !destination(Set::Unrestricted, f::dst, f::dst_bank)) return false;
  if (form_->has(has_state)) i_->state = static_cast<uint8_t>(f::state.get(w_));
  if (form_->has(has_a) && !sources(Set::Unrestricted, f::a, f::b, f::swap, kAluSwappedFiller))
    return false;
  if (i_->opcode == Opcode::CAM_LOOKUP) return cam_lookup();
  if (i_->opcode == Opcode::CRC) return crc();
  return true;
}

bool Decoder::cam_lookup() {
  const unsigned selector = (layout::alu::swap.get(w_) ? layout::alu::a : layout::alu::b).get(w_);
  const unsigned mask = layout::cam_lookup::lm_addr_mask.get(selector);
  const unsigned constant = layout::cam_lookup::lm_addr_constant.get(selector);
  if ((selector & ~0xfu) != kSelectorCode || (constant && !mask))
    return refuse("cam_lookup: field {:#x} does not say which LM_ADDR to load", selector);
  i_->lm_addr_mask = static_cast<uint8_t>(mask);
  i_->lm_addr_constant = static_cast<uint8_t>(constant);
  return true;
}

bool Decoder::crc() {
  const unsigned selector = (layout::alu::swap.get(w_) ? layout::alu::b : layout::alu::a).get(w_);
  const unsigned type = layout::crc::type.get(selector), bytes = layout::crc::bytes.get(selector);
  if ((selector & ~0xffu) != kSelectorCode)
    return refuse("crc: field {:#x} does not say which CRC", selector);
  if (crc_type_name(type).empty()) return refuse("crc type {} is undefined", type);
  if (crc_bytes_name(bytes).empty()) return refuse("crc byte selection {} is undefined", bytes);
  i_->crc_type = static_cast<uint8_t>(type);
  i_->crc_bytes = static_cast<uint8_t>(bytes);
  i_->crc_le = layout::crc::little_endian.get(selector);
  i_->crc_bit_swap = layout::crc::bit_swap.get(selector);
  return true;
}

bool Decoder::alu_shf() {
  namespace f = layout::alu_shf;
  if (!destination(Set::Restricted, f::dst, f::dst_bank) ||
      !sources(Set::Restricted, f::a, f::b, f::swap, 0) || !constant_bit7(f::constant_bit7))
    return false;
  return !form_->has(has_amount) || shift(f::shift_control.get(w_), f::amount.get(w_));
}

bool Decoder::ld_field() {
  namespace f = layout::ld_field;
  const bool swapped = f::swap.get(w_) != 0;
  const unsigned dst = (swapped ? f::b : f::a).get(w_), src = (swapped ? f::a : f::b).get(w_);
  i_->byte_mask = static_cast<uint8_t>(f::mask.get(w_));
  i_->load_cc = f::load_cc.get(w_);
  return operand(Set::Restricted, Role::Destination, dst, swapped ? Bank::B : Bank::A, i_->dst) &&
         operand(Set::Restricted, Role::Source, src, swapped ? Bank::A : Bank::B, i_->right) &&
         check_swap(swapped, i_->dst, i_->right) && constant_bit7(f::constant_bit7) &&
         shift(f::shift_control.get(w_), f::amount.get(w_));
}

bool Decoder::immed() {
  namespace f = layout::immed;
  if (i_->opcode == Opcode::NOP) return true;
  unsigned constant = 0;
  if (!register_and_constant(Set::Unrestricted, Role::Destination, f::a, f::b, i_->dst, constant))
    return false;
  const uint32_t value = f::immediate_high.get(w_) << 8 | (constant & 0xff);
  i_->immediate = value;
  i_->immed_shift = static_cast<uint8_t>(f::byte_position.get(w_));
  if (i_->opcode != Opcode::IMMED) return true;
  if (i_->immed_shift > kImmedMaxShift)
    return refuse("immed of a whole register shifted by {} bytes is undefined", i_->immed_shift);
  i_->invert = f::invert.get(w_);
  i_->immediate = value << (8 * i_->immed_shift);
  if (i_->invert) i_->immediate = ~i_->immediate;
  return true;
}

bool Decoder::mult() {
  namespace f = layout::mult;
  if (form_->has(has_dst_bank)) return destination(Set::Unrestricted, f::a, f::dst_bank);
  return sources(Set::Unrestricted, f::a, f::b, f::swap, 0);
}

bool Decoder::local_csr() {
  namespace f = layout::local_csr;
  i_->csr = static_cast<uint16_t>(f::csr.get(w_) * 4);
  if (i_->opcode == Opcode::LOCAL_CSR_RD) return true;
  const unsigned a = f::a.get(w_), b = f::b.get(w_);
  if (a == b && a >= kSelectorCode) // the same constant in both fields
    return operand(Set::Unrestricted, Role::Source, a, Bank::A, i_->left);
  unsigned constant = 0;
  if (!register_and_constant(Set::Unrestricted, Role::Source, f::a, f::b, i_->left, constant))
    return false;
  return constant == kSelectorCode ||
         refuse("local_csr_wr of a register needs {:#x} in the other field, not {:#x}",
                kSelectorCode, constant);
}

// ---- classes that change the flow ---------------------------------------------------------------

bool Decoder::br_byte() {
  namespace f = layout::br_byte;
  i_->target = static_cast<uint16_t>(f::target.get(w_));
  i_->defer = static_cast<uint8_t>(f::defer.get(w_));
  i_->parameter = static_cast<uint8_t>(f::byte.get(w_));
  unsigned constant = 0;
  if (!register_and_constant(Set::Restricted, Role::Source, f::a, f::b, i_->left, constant))
    return false;
  const unsigned low = operand_code(Set::Restricted, Role::Source, constant).operand.number;
  i_->compare = static_cast<uint8_t>(low | f::constant_bit7.get(w_) << 7);
  return true;
}

bool Decoder::br_bit() {
  namespace f = layout::br_bit;
  i_->target = static_cast<uint16_t>(f::target.get(w_));
  i_->defer = static_cast<uint8_t>(f::defer.get(w_));
  unsigned constant = 0;
  if (!register_and_constant(Set::Restricted, Role::Source, f::a, f::b, i_->left, constant))
    return false;
  const unsigned rotation = operand_code(Set::Restricted, Role::Source, constant).operand.number;
  if (rotation > 32) return refuse("br_bset/br_bclr with rotation {}, at most 32", rotation);
  i_->parameter = static_cast<uint8_t>((rotation + 31) & 31);
  return true;
}

bool Decoder::branch() {
  namespace f = layout::branch;
  i_->target = static_cast<uint16_t>(f::target.get(w_));
  i_->defer = static_cast<uint8_t>(f::defer.get(w_));
  if (form_->has(has_parameter)) i_->parameter = static_cast<uint8_t>(f::parameter.get(w_));
  const bool on_signal = i_->opcode == Opcode::BR_SIGNAL || i_->opcode == Opcode::BR_NOT_SIGNAL;
  if (on_signal && i_->parameter == 0) return refuse("a branch on signal 0, which does not exist");
  return true;
}

bool Decoder::ctx_arb() {
  namespace f = layout::ctx_arb;
  i_->target = static_cast<uint16_t>(f::target.get(w_));
  i_->has_target = f::has_target.get(w_);
  i_->defer = static_cast<uint8_t>(f::defer.get(w_));
  i_->keep_wakeup = f::keep_wakeup.get(w_);
  i_->bpt = f::bpt.get(w_);
  i_->any = f::any.get(w_);
  i_->signals = static_cast<uint16_t>(f::signals.get(w_));
  if (i_->target && !i_->has_target) return refuse("ctx_arb has a target without br[]");
  if (!i_->signals && !i_->any && !i_->bpt && !i_->keep_wakeup)
    return refuse("ctx_arb waits for all of no signals");
  return true;
}

bool Decoder::jump() {
  namespace f = layout::jump;
  i_->defer = static_cast<uint8_t>(f::defer.get(w_));
  unsigned constant = 0;
  if (!register_and_constant(Set::Unrestricted, Role::Source, f::a, f::b, i_->left, constant))
    return false;
  i_->target = static_cast<uint16_t>(f::base_high.get(w_) << 8 | (constant & 0xff));
  return true;
}

// ---- commands -----------------------------------------------------------------------------------

// 8-context mode: bit 4 selects the file that is not the unit's own.
bool Decoder::transfer(unsigned field) {
  const bool eight = mode_ == ContextMode::Eight;
  const bool other_file = eight && (field & 0x10);
  const bool dram = info(i_->opcode).cls == InstrClass::Dram;
  i_->xfer.kind = dram != other_file ? OperandKind::DXfer : OperandKind::SXfer;
  i_->xfer.number = static_cast<uint16_t>(eight ? field & 0xf : field);
  return true;
}

bool Decoder::command() {
  namespace f = layout::command;
  i_->indirect_ref = f::indirect_ref.get(w_);
  // fixed completions are also read correctly
  i_->completion = static_cast<Completion>(f::completion.get(w_));
  if (form_->has(has_ignore_data_error)) i_->ignore_data_error = f::ignore_data_error.get(w_);
  if (form_->has(has_signal)) i_->signal = static_cast<uint8_t>(f::signal.get(w_));
  if (form_->has(has_count)) i_->count = static_cast<uint8_t>(f::count.get(w_) + 1);
  if (form_->has(has_hashes)) {
    i_->count = static_cast<uint8_t>(f::hashes.get(w_));
    if (i_->count == 0) return refuse("hash of 0 operands");
  }
  if (form_->has(has_xfer) && !transfer(f::xfer.get(w_))) return false;
  if (form_->has(has_csr_high))
    i_->csr = static_cast<uint16_t>(f::csr_high.get(w_) << 8 | f::csr_low.get(w_));
  if (form_->has(has_data)) i_->immediate = f::data.get(w_);
  if (!form_->has(has_a)) return true;
  return operand(Set::Restricted, Role::Source, f::a.get(w_), Bank::A, i_->left) &&
         operand(Set::Restricted, Role::Source, f::b.get(w_), Bank::B, i_->right);
}

bool Decoder::decode(Instruction& out) {
  i_ = &out;
  if (w_ & ~kWordMask) return refuse("a word has 40 bits");
  for (const Candidate& candidate : candidates(w_)) {
    if ((w_ ^ candidate.value) & candidate.mask) continue;
    out.opcode = candidate.opcode;
    form_ = &form(candidate.opcode);
    if (info(candidate.opcode).is_command) return command();
    switch (candidate.cls) {
    case InstrClass::Alu: return alu();
    case InstrClass::AluShf: return alu_shf();
    case InstrClass::LdField: return ld_field();
    case InstrClass::BrByte: return br_byte();
    case InstrClass::BrBit: return br_bit();
    case InstrClass::Branch: return branch();
    case InstrClass::CtxArb: return ctx_arb();
    case InstrClass::Jump: return jump();
    case InstrClass::Immed: return immed();
    case InstrClass::Mult: return mult();
    case InstrClass::LocalCsr: return local_csr();
    default: break;
    }
  }
  return refuse_word();
}

} // namespace

std::optional<Instruction> decode(uint64_t word, ContextMode mode, std::string* why) {
  std::optional<Instruction> result(std::in_place);
  if (!Decoder(word, mode, why).decode(*result)) result.reset();
  return result;
}

} // namespace mev2
