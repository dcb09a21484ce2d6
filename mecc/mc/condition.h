// What stands between the parentheses of .if, .while and .until.
#pragma once

#include "mecc/mc/ir.h"

namespace mecc::mc {

// What a condition computes before it compares.
struct Value {
  std::string op;           // "+" .. ">>", of one part "~" and "-"; "" for an operand
  Slot slot;                // of an operand
  std::vector<Value> parts; // of an operation
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
    And,        // of the parts
    Not,        // of the only part
    Constant,   // known now: value
    Relation,   // left operator right
    Truth,      // left != 0
    Bit,        // BIT(left, value)
    Byte,       // BYTE(left, value) == / != compare
    Context,    // CTX() == value
    Signal,     // SIGNAL(s)
    InputState, // INP_STATE(s)
    Code,       // a condition code as it stands: mnemonic of the branch taken when true
  } kind = Kind::Constant;
  Place at;
  std::vector<Condition> parts;
  Value left, right;
  std::string op; // "==", "<", ...; or the branch mnemonic
  bool is_unsigned = false;
  int64_t value = 0, compare = 0;
  SignalRef signal;
};

// An .if, .while or .repeat that is still open.
struct Block {
  enum class Type : uint8_t { If, While, Repeat } type;
  Place at;
  LabelId next = kNothing; // .if: the next .elif/.else; loops: where .continue goes
  LabelId end = kNothing;  // behind the block; where .break goes
  LabelId body = kNothing; // loops
  bool has_else = false;
  Condition condition; // .while: tested again at the bottom
};

} // namespace mecc::mc
