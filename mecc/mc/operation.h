// The syntax tree of an expression in a condition, with the precedence of C. Names are not resolved
// here.
//
//   (a + 1) & mask(4)      &( +( a, 1 ), mask(4) )
#pragma once

#include "mecc/mc/statement.h"

namespace mecc::mc {

struct Operation {
  std::string op; // "+" .. "<<"; with one operand "~" and "-"; "" for a plain operand
  Piece text;     // the whole expression
  std::vector<Operation> parts;
};

Operation read_operation(const Piece& p); // throws SyntaxError

} // namespace mecc::mc
