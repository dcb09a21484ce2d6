// Conditions of .if, .while and .until.
#pragma once

#include "mecc/mc/ir.h"

namespace mecc::mc {

// A value that a condition computes before the comparison.
struct Value {
  std::string op;           // "+" .. ">>"; with one operand "~" and "-"; "" for a plain operand
  Slot slot;                // the plain operand
  std::vector<Value> parts; // operands of an operation
  Place at;

  bool is_operand() const { return op.empty(); }
  bool is_constant() const { return op.empty() && slot.kind == Slot::Kind::Constant; }
  std::optional<int64_t> known() const {
    return is_constant() ? slot.number.known : std::optional<int64_t>();
  }
};

struct Condition {
  enum class Kind : uint8_t {
    Or,
    And,        // of `parts`
    Not,        // of the only part
    Constant,   // constant: value
    Relation,   // `left operator right`
    Truth,      // left != 0
    Bit,        // BIT(left, value)
    Byte,       // BYTE(left, value) == / != compare
    Context,    // CTX() == value
    Signal,     // SIGNAL(s)
    InputState, // INP_STATE(s)
    Code,       // a condition code: mnemonic of the branch taken when true
  } kind = Kind::Constant;
  Place at;
  std::vector<Condition> parts;
  Value left, right;
  std::string op; // "==", "<", ...; or the branch mnemonic
  bool is_unsigned = false;
  int64_t value = 0, compare = 0;
  SignalRef signal;
};

// An .if, .while or .repeat that is not closed yet.
struct Block {
  enum class Type : uint8_t { If, While, Repeat } type;
  Place at;
  LabelId next = kNothing; // .if: the next .elif/.else; loops: target of .continue
  LabelId end = kNothing;  // after the block; target of .break
  LabelId body = kNothing; // loops only
  bool has_else = false;
  Condition condition; // .while: also tested at the bottom
};

} // namespace mecc::mc
