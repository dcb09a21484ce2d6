// Encodes an Instruction as a word: the fixed bits of the form, plus the fields of its class.
#include "isa/placement.h"

#include <fmt/format.h>

namespace mev2 {
namespace {

class Encoder {
public:
  Encoder(const Instruction& i, ContextMode mode, std::string* why)
      : i_(i), mode_(mode), why_(why), form_(form(i.opcode)), info_(info(i.opcode)),
        w_(form_.word) {}

  bool encode();
  uint64_t word() const { return w_; }

private:
  using Set = OperandSet;

  template <class... Args> bool refuse(fmt::format_string<Args...> text, Args&&... args) {
    if (why_) *why_ = fmt::format(text, std::forward<Args>(args)...);
    return false;
  }
  void set(Bits field, uint64_t value) { w_ = (w_ & ~field.mask()) | field.put(value); }
  bool put(Bits field, uint64_t value, const char* what);

  bool destination(Set set_of, Bits dst, Bits dst_bank);
  bool need_sources();
  bool pair(const PlaceRules& rules, const Operand& left, Fields& fields);
  void set_pair(const Fields& fields, Bits a, Bits b, Bits swap);
  bool reg(const Operand& o, unsigned constant_code, Set set_of, Role role, Bits a, Bits b);
  bool constant(unsigned value, unsigned& code);
  bool shift(Bits control, Bits amount);
  bool flow(Bits target, Bits defer);

  bool selector(unsigned& code);
  bool alu();
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
  bool transfer();
  bool completion();

  const Instruction& i_;
  const ContextMode mode_;
  std::string* const why_;
  const Form& form_;
  const OpcodeInfo& info_;
  uint64_t w_;
};

bool Encoder::put(Bits field, uint64_t value, const char* what) {
  if (!field.fits(value))
    return refuse("{} {} is too large, at most {}", what, value, (uint64_t{1} << field.width) - 1);
  set(field, value);
  return true;
}

// ---- operands -----------------------------------------------------------------------------------

bool Encoder::destination(Set set_of, Bits dst, Bits dst_bank) {
  unsigned code = 0;
  if (!encode_operand(i_.dst, set_of, Role::Destination, mode_, code, why_)) return false;
  set(dst, code);
  set(dst_bank, is_gpr(i_.dst, Bank::B));
  return true;
}

bool Encoder::need_sources() {
  const bool left_missing =
      info_.reads_left && !form_.left_optional && i_.left.kind == OperandKind::None;
  if (left_missing || (info_.reads_right && i_.right.kind == OperandKind::None))
    return refuse("{}: a source operand is missing", info_.name);
  return true;
}

bool Encoder::pair(const PlaceRules& rules, const Operand& left, Fields& fields) {
  const Operand none;
  return need_sources() &&
         place_pair(left, info_.reads_right ? i_.right : none, rules, fields, why_);
}

void Encoder::set_pair(const Fields& fields, Bits a, Bits b, Bits swap) {
  set(a, fields.a);
  set(b, fields.b);
  set(swap, fields.swap);
}

bool Encoder::reg(const Operand& o, unsigned constant_code, Set set_of, Role role, Bits a, Bits b) {
  Fields fields;
  if (!place_register(o, constant_code, set_of, role, mode_, fields, why_)) return false;
  set(a, fields.a);
  set(b, fields.b);
  return true;
}

// The restricted code of a constant, without its bit 7.
bool Encoder::constant(unsigned value, unsigned& code) {
  Operand o;
  o.kind = OperandKind::Const;
  o.number = static_cast<uint16_t>(value & 0x7f);
  return encode_operand(o, Set::Restricted, Role::Source, mode_, code, why_);
}

bool Encoder::shift(Bits control, Bits amount) {
  const unsigned n = i_.shift_amount;
  const bool indirect = i_.shift == ShiftKind::RightIndirect || i_.shift == ShiftKind::LeftIndirect;
  const bool none = i_.shift == ShiftKind::None;
  if (indirect || none ? n != 0 : n < 1 || n > 31)
    return refuse("shift amount {}, expected 1 to 31", n);
  const bool right_only = !form_.has(has_shift_control); // asr and dbl_shf
  if (right_only && i_.shift != ShiftKind::Right && i_.shift != ShiftKind::RightIndirect)
    return refuse("{} shifts right only: >>n, from 1 to 31, or >>indirect", info_.mnemonic);
  switch (i_.shift) {
  case ShiftKind::None:
  case ShiftKind::RotateRight: set(control, 0); break;
  case ShiftKind::Right:
  case ShiftKind::RightIndirect:
    if (!right_only) set(control, 1);
    break;
  case ShiftKind::Left:
  case ShiftKind::LeftIndirect: set(control, 2); break;
  }
  set(amount, i_.shift == ShiftKind::Left ? 32 - n : n);
  return true;
}

// ---- classes that compute -----------------------------------------------------------------------

// The field without a source in a cam_lookup or crc: the pointer to set, or the kind of crc.
bool Encoder::selector(unsigned& code) {
  uint64_t bits = kSelectorCode;
  if (i_.opcode == Opcode::CAM_LOOKUP) {
    namespace p = layout::cam_lookup;
    if (!p::lm_addr_mask.fits(i_.lm_addr_mask) || !p::lm_addr_constant.fits(i_.lm_addr_constant) ||
        (i_.lm_addr_constant && !i_.lm_addr_mask))
      return refuse("cam_lookup: lm_addr0 or lm_addr1 with a constant from 0 to 3 is needed");
    bits |= p::lm_addr_mask.put(i_.lm_addr_mask) | p::lm_addr_constant.put(i_.lm_addr_constant);
  } else {
    namespace q = layout::crc;
    if (crc_type_name(i_.crc_type).empty() || crc_bytes_name(i_.crc_bytes).empty())
      return refuse("crc type {} or byte selection {} is undefined", i_.crc_type, i_.crc_bytes);
    bits |= q::type.put(i_.crc_type) | q::bytes.put(i_.crc_bytes) |
            q::little_endian.put(i_.crc_le) | q::bit_swap.put(i_.crc_bit_swap);
  }
  code = static_cast<unsigned>(bits);
  return true;
}

bool Encoder::alu() {
  namespace f = layout::alu;
  if (form_.has(has_dst) && !destination(Set::Unrestricted, f::dst, f::dst_bank)) return false;
  if (form_.has(has_state) && !put(f::state, i_.state, "CAM state")) return false;
  if (!form_.has(has_a)) return true;
  PlaceRules rules{Set::Unrestricted, mode_};
  rules.missing_swapped = kAluSwappedFiller;
  if (i_.opcode == Opcode::CAM_LOOKUP || i_.opcode == Opcode::CRC) {
    if (!selector(rules.missing)) return false;
    rules.missing_swapped = rules.missing;
  }
  Fields fields;
  if (!pair(rules, info_.reads_left ? i_.left : Operand{}, fields)) return false;
  set_pair(fields, f::a, f::b, f::swap);
  return true;
}

bool Encoder::alu_shf() {
  namespace f = layout::alu_shf;
  PlaceRules rules{Set::Restricted, mode_};
  rules.wide_constants = true;
  Fields fields;
  if (!destination(Set::Restricted, f::dst, f::dst_bank) ||
      !pair(rules, info_.reads_left ? i_.left : Operand{}, fields))
    return false;
  set_pair(fields, f::a, f::b, f::swap);
  set(f::constant_bit7, fields.constant_bit7);
  return !form_.has(has_amount) || shift(f::shift_control, f::amount);
}

bool Encoder::ld_field() {
  namespace f = layout::ld_field;
  PlaceRules rules{Set::Restricted, mode_};
  rules.wide_constants = true;
  rules.left_role = Role::Destination;
  Fields fields;
  if (!pair(rules, i_.dst, fields)) return false;
  set_pair(fields, f::a, f::b, f::swap);
  set(f::constant_bit7, fields.constant_bit7);
  set(f::load_cc, i_.load_cc);
  return put(f::mask, i_.byte_mask, "byte mask") && shift(f::shift_control, f::amount);
}

bool Encoder::immed() {
  namespace f = layout::immed;
  if (i_.opcode == Opcode::NOP) return true;
  uint32_t value = i_.immediate;
  if (i_.opcode == Opcode::IMMED) {
    if (i_.immed_shift > kImmedMaxShift)
      return refuse("immed shifted by {} bytes, expected 0, 1 or 2", i_.immed_shift);
    if (i_.invert) value = ~value;
    const unsigned shift = 8 * i_.immed_shift;
    if (value >> shift << shift != value || value >> shift > 0xffff)
      return refuse("{:#x} cannot be made of 16 bits shifted left by {}{}", i_.immediate, shift,
                    i_.invert ? " and inverted" : "");
    value >>= shift;
    set(f::byte_position, i_.immed_shift);
    set(f::invert, i_.invert);
  } else if (value > (form_.has(has_immediate_high) ? 0xffff : 0xff)) {
    return refuse("{:#x} is too large for {}", value, info_.mnemonic);
  }
  set(f::immediate_high, value >> 8);
  return reg(i_.dst, kSelectorCode | (value & 0xff), Set::Unrestricted, Role::Destination, f::a,
             f::b);
}

bool Encoder::mult() {
  namespace f = layout::mult;
  if (form_.has(has_dst_bank)) return destination(Set::Unrestricted, f::a, f::dst_bank);
  Fields fields;
  if (!pair(PlaceRules{Set::Unrestricted, mode_}, i_.left, fields)) return false;
  set_pair(fields, f::a, f::b, f::swap);
  return true;
}

bool Encoder::local_csr() {
  namespace f = layout::local_csr;
  if (i_.csr % 4) return refuse("local CSR address {:#x} is not a multiple of 4", i_.csr);
  if (!put(f::csr, i_.csr / 4, "local CSR number")) return false;
  if (i_.opcode == Opcode::LOCAL_CSR_RD) return true;
  if (i_.left.kind != OperandKind::Const)
    return reg(i_.left, kSelectorCode, Set::Unrestricted, Role::Source, f::a, f::b);
  unsigned code = 0;
  if (!encode_operand(i_.left, Set::Unrestricted, Role::Source, mode_, code, why_)) return false;
  set(f::a, code);
  set(f::b, code);
  return true;
}

// ---- classes that change the flow ---------------------------------------------------------------

bool Encoder::flow(Bits target, Bits defer) {
  return put(target, i_.target, "target") && put(defer, i_.defer, "defer");
}

bool Encoder::br_byte() {
  namespace f = layout::br_byte;
  unsigned code = 0;
  if (!flow(f::target, f::defer) || !put(f::byte, i_.parameter, "byte number") ||
      !constant(i_.compare, code))
    return false;
  set(f::constant_bit7, i_.compare >> 7);
  return reg(i_.left, code, Set::Restricted, Role::Source, f::a, f::b);
}

bool Encoder::br_bit() {
  namespace f = layout::br_bit;
  if (i_.parameter > 31) return refuse("bit number {} is too large, at most 31", i_.parameter);
  unsigned code = 0;
  // The hardware rotates right by this amount and tests the top bit. For bit 31 that is 0 or 32; no
  // public source confirms which, so decode() accepts both.
  if (!flow(f::target, f::defer) || !constant((i_.parameter + 1) % 32, code)) return false;
  return reg(i_.left, code, Set::Restricted, Role::Source, f::a, f::b);
}

bool Encoder::branch() {
  namespace f = layout::branch;
  const bool on_signal = i_.opcode == Opcode::BR_SIGNAL || i_.opcode == Opcode::BR_NOT_SIGNAL;
  if (on_signal && i_.parameter == 0) return refuse("signal 0 does not exist, use 1 to 15");
  if (!flow(f::target, f::defer)) return false;
  return !form_.has(has_parameter) || put(f::parameter, i_.parameter, "branch parameter");
}

bool Encoder::ctx_arb() {
  namespace f = layout::ctx_arb;
  if (!i_.signals && !i_.any && !i_.bpt && !i_.keep_wakeup)
    return refuse("ctx_arb needs signals, voluntary, kill, bpt or --");
  if (!i_.has_target && i_.target) return refuse("ctx_arb has a target without br[]");
  set(f::has_target, i_.has_target);
  set(f::keep_wakeup, i_.keep_wakeup);
  set(f::bpt, i_.bpt);
  set(f::any, i_.any);
  set(f::signals, i_.signals);
  return flow(f::target, f::defer);
}

bool Encoder::jump() {
  namespace f = layout::jump;
  if (!put(f::defer, i_.defer, "defer") || !put(f::base_high, i_.target >> 8, "jump base / 256"))
    return false;
  return reg(i_.left, kSelectorCode | (i_.target & 0xff), Set::Unrestricted, Role::Source, f::a,
             f::b);
}

// ---- commands -----------------------------------------------------------------------------------

bool Encoder::transfer() {
  if (!form_.has(has_xfer))
    return i_.xfer.kind == OperandKind::None ||
           refuse("{} has no transfer register, expected --", info_.name);
  const bool is_d = i_.xfer.kind == OperandKind::DXfer;
  if (!is_d && i_.xfer.kind != OperandKind::SXfer)
    return refuse("{} stands where a transfer register is needed", print(i_.xfer));
  const bool eight = mode_ == ContextMode::Eight;
  if (i_.xfer.number > (eight ? 15 : 31))
    return refuse("{} does not exist in {}-context mode", print(i_.xfer), eight ? 8 : 4);
  const bool other_file = is_d != (info_.cls == InstrClass::Dram);
  if (other_file && !eight)
    return refuse("{} is of the other transfer file, which commands reach only in 8-context mode",
                  print(i_.xfer));
  set(layout::command::xfer, i_.xfer.number | (other_file ? 0x10 : 0));
  return true;
}

bool Encoder::completion() {
  namespace f = layout::command;
  if (form_.has(has_signal)) {
    set(f::completion, static_cast<uint64_t>(i_.completion));
    return put(f::signal, i_.signal, "signal");
  }
  return (i_.signal == 0 && i_.completion == Completion::NoSwap) ||
         refuse("{} completes without a signal", info_.name);
}

bool Encoder::command() {
  namespace f = layout::command;
  set(f::indirect_ref, i_.indirect_ref);
  if (form_.has(has_ignore_data_error))
    set(f::ignore_data_error, i_.ignore_data_error);
  else if (i_.ignore_data_error)
    return refuse("{} has no ignore_data_error", info_.name);
  const unsigned max_count = form_.has(has_count) ? 8 : form_.has(has_hashes) ? 3 : 0;
  if (i_.count > max_count || (max_count && i_.count == 0))
    return refuse("count {} of {}, expected {} to {}", i_.count, info_.name, max_count ? 1 : 0,
                  max_count);
  if (form_.has(has_count)) set(f::count, i_.count - 1u);
  if (form_.has(has_hashes)) set(f::hashes, i_.count);
  if (form_.has(has_csr_high)) {
    set(f::csr_high, i_.csr >> 8);
    set(f::csr_low, i_.csr & 0xff);
  }
  if (form_.has(has_data) && !put(f::data, i_.immediate, "fast_wr data")) return false;
  if (!transfer() || !completion()) return false;
  if (!form_.has(has_a)) return true;
  Fields fields;
  if (!pair(PlaceRules{Set::Restricted, mode_}, i_.left, fields)) return false;
  set(f::a, fields.a); // the sum is commutative, so there is no swap bit
  set(f::b, fields.b);
  return true;
}

bool Encoder::encode() {
  if (info_.is_command) return command();
  switch (info_.cls) {
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
  return false;
}

} // namespace

std::optional<uint64_t> encode(const Instruction& i, ContextMode mode, std::string* why) {
  Encoder encoder(i, mode, why);
  if (!encoder.encode()) return std::nullopt;
  return encoder.word();
}

bool fit_immed(uint32_t value, Instruction& i) {
  for (const bool invert : {false, true})
    for (unsigned shift = 0; shift <= 2; ++shift) {
      const uint32_t raw = invert ? ~value : value;
      if ((raw >> 8 * shift & 0xffff) << 8 * shift != raw) continue;
      i.immed_shift = static_cast<uint8_t>(shift);
      i.invert = invert;
      i.immediate = value;
      return true;
    }
  return false;
}

} // namespace mev2
