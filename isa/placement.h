// Assigns operands to fields for encoding; all placement rules are here.
#pragma once

#include "isa/tables.h"

namespace mev2 {

// The A and B fields of a word, with their two associated bits.
struct Fields {
  unsigned a = 0, b = 0;
  bool swap = false;          // the left operand is in the B field, the right one in the A field
  bool constant_bit7 = false; // bit 7 of a restricted constant
};

struct PlaceRules {
  OperandSet set;
  ContextMode mode;
  bool wide_constants = false;   // the class has a bit for constant_bit7
  Role left_role = Role::Source; // ld_field: the left operand is the destination
  unsigned missing = 0;          // value of the field of an absent operand
  unsigned missing_swapped = 0;  // the same when swap is set
};

inline bool is_gpr(const Operand& o) {
  return o.kind == OperandKind::Gpr || o.kind == OperandKind::AbsGpr;
}
inline bool is_gpr(const Operand& o, Bank bank) {
  return is_gpr(o) && o.bank == bank;
}

// Computes the field value of one operand; false with a reason if the operand is not allowed. Bit 7
// of a restricted constant is not included.
bool encode_operand(const Operand& o, OperandSet set, Role role, ContextMode mode, unsigned& code,
                    std::string* why);

// Places a pair of operands, either of which may be absent (kind None).
bool place_pair(const Operand& left, const Operand& right, const PlaceRules& rules, Fields& fields,
                std::string* why);

// Places a register and a constant whose field value is known.
bool place_register(const Operand& reg, unsigned constant_code, OperandSet set, Role role,
                    ContextMode mode, Fields& fields, std::string* why);

} // namespace mev2
