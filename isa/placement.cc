// Operand placement.
//
// A bank can be read once per instruction, and its read port is wired to the field of its name: a
// bank-A register is in the A field, a bank-B register in the B field. In words with ordered
// operands a swap bit tells whether the left operand is in the A field (0) or in the B field (1).
// Assemblers swap only if a register's bank requires it; words swapped without need never occur,
// and decode() rejects them.
#include "isa/placement.h"

#include <fmt/format.h>

namespace mev2 {
namespace {

constexpr unsigned kRestrictedConstantMax = 127; // without the class's bit 7

std::string place_name(OperandSet set, Role role) {
  return fmt::format("{} {}", set == OperandSet::Unrestricted ? "an unrestricted" : "a restricted",
                     role == Role::Source ? "source" : "destination");
}

std::string misfit(const Operand& o, OperandSet set, Role role, ContextMode mode) {
  if (o.kind == OperandKind::None) return "a source operand is missing";
  if (o.kind == OperandKind::Const && role == Role::Destination)
    return fmt::format("{} is a constant and cannot be a destination", print(o));
  for (const OperandRange& r : operand_ranges(set)) {
    if (r.kind != o.kind || r.step != o.step || !r.serves(role)) continue;
    if (r.per_context && mode == ContextMode::Eight && o.number >= 16 && o.number < 32)
      return fmt::format("{} does not exist in 8-context mode, use 0-15 or 4 contexts", print(o));
  }
  const std::string_view remedy = set == OperandSet::Unrestricted ? ""
                                  : role == Role::Source          ? "; copy it with alu first"
                                                         : "; write another register and copy it";
  return fmt::format("{} cannot be encoded as {}{}", print(o), place_name(set, role), remedy);
}

bool refuse(std::string* why, std::string text) {
  if (why) *why = std::move(text);
  return false;
}

bool encode_source(const Operand& o, const PlaceRules& rules, unsigned& code, Fields& fields,
                   std::string* why) {
  if (o.kind != OperandKind::Const || rules.set == OperandSet::Unrestricted)
    return encode_operand(o, rules.set, Role::Source, rules.mode, code, why);
  if (o.number > (rules.wide_constants ? 255 : kRestrictedConstantMax))
    return refuse(why, fmt::format("{} does not fit: constants here go up to {:#x}", print(o),
                                   rules.wide_constants ? 255 : kRestrictedConstantMax));
  fields.constant_bit7 |= o.number > kRestrictedConstantMax;
  Operand low = o;
  low.number &= kRestrictedConstantMax;
  return encode_operand(low, rules.set, Role::Source, rules.mode, code, why);
}

} // namespace

bool encode_operand(const Operand& o, OperandSet set, Role role, ContextMode mode, unsigned& code,
                    std::string* why) {
  for (const OperandRange& r : operand_ranges(set)) {
    if (r.kind != o.kind || r.step != o.step || !r.serves(role)) continue;
    if (o.number < r.first || o.number >= r.first + r.count) continue;
    if (r.per_context && mode == ContextMode::Eight && o.number >= 16) break;
    code = r.base + o.number - r.first;
    return true;
  }
  return why && refuse(why, misfit(o, set, role, mode));
}

bool place_pair(const Operand& left, const Operand& right, const PlaceRules& rules, Fields& fields,
                std::string* why) {
  if (is_gpr(left) && is_gpr(right) && left.bank == right.bank)
    return why &&
           refuse(why, fmt::format("{} and {} are both in bank {}, which can be read only "
                                   "once: move one to the other bank",
                                   print(left), print(right), left.bank == Bank::A ? 'A' : 'B'));
  if (left.kind == OperandKind::Const && right.kind == OperandKind::Const && rules.wide_constants &&
      left.number / 128 != right.number / 128)
    return why && refuse(why, "the two constants share bit 7, and differ in it");

  fields.swap = is_gpr(left, Bank::B) || is_gpr(right, Bank::A);
  unsigned left_code = fields.swap ? rules.missing_swapped : rules.missing;
  unsigned right_code = left_code;
  const bool left_is_destination = rules.left_role == Role::Destination;
  if (left_is_destination) {
    if (!encode_operand(left, rules.set, Role::Destination, rules.mode, left_code, why))
      return false;
  } else if (left.kind != OperandKind::None) {
    if (!encode_source(left, rules, left_code, fields, why)) return false;
  }
  if (right.kind != OperandKind::None && !encode_source(right, rules, right_code, fields, why))
    return false;
  fields.a = fields.swap ? right_code : left_code;
  fields.b = fields.swap ? left_code : right_code;
  return true;
}

bool place_register(const Operand& reg, unsigned constant_code, OperandSet set, Role role,
                    ContextMode mode, Fields& fields, std::string* why) {
  if (reg.kind == OperandKind::None || reg.kind == OperandKind::Const)
    return why && refuse(why, fmt::format("{} stands where a register is needed", print(reg)));
  unsigned code = 0;
  if (!encode_operand(reg, set, role, mode, code, why)) return false;
  // Registers without bank go to the A field: observed for immed in published microcode; not
  // confirmed by a public source for the other classes.
  const bool in_b = is_gpr(reg, Bank::B);
  fields.a = in_b ? constant_code : code;
  fields.b = in_b ? code : constant_code;
  return true;
}

namespace {

enum class ReadPort { Bank, Transfer, LocalMemory, Neighbour, Constant, None };

ReadPort read_port(const Operand& o) {
  switch (o.kind) {
  case OperandKind::Gpr:
  case OperandKind::AbsGpr: return ReadPort::Bank;
  case OperandKind::SXfer:
  case OperandKind::DXfer:
  case OperandKind::SIndex:
  case OperandKind::DIndex: return ReadPort::Transfer;
  case OperandKind::Lm0:
  case OperandKind::Lm1: return ReadPort::LocalMemory;
  case OperandKind::Nn:
  case OperandKind::NnRing: return ReadPort::Neighbour;
  case OperandKind::Const: return ReadPort::Constant;
  case OperandKind::None: break;
  }
  return ReadPort::None;
}

const char* port_group(ReadPort port) {
  switch (port) {
  case ReadPort::Transfer: return "transfer registers";
  case ReadPort::LocalMemory: return "local memory words";
  case ReadPort::Neighbour: return "next-neighbour registers";
  case ReadPort::Constant: return "constants";
  default: return "registers of one bank";
  }
}

} // namespace

std::optional<std::string> port_conflict(const Instruction& i) {
  const OpcodeInfo& about = info(i.opcode);
  // ld_field keeps the bytes that it does not write, so its destination is also a source.
  const bool reads_dst = about.reads_dst && about.cls == InstrClass::LdField;
  const Operand& x = reads_dst ? i.dst : i.left;
  const Operand& y = i.right;
  const ReadPort port = read_port(x);
  if (port == ReadPort::None || port != read_port(y)) return std::nullopt;
  if (port == ReadPort::Bank && x.bank != y.bank) return std::nullopt;
  return fmt::format("{} and {} are two {}, and one instruction can read only one: copy one into a "
                     "general-purpose register first",
                     print(x), print(y), port_group(port));
}

} // namespace mev2
