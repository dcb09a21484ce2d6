// The shape of an expression in a condition: which operator is applied to what, with the precedence
// of C. Nothing here knows what names mean.
//
//   (a + 1) & mask(4)      &( +( a, 1 ), mask(4) )
#pragma once

#include "mecc/mc/statement.h"

namespace mecc::mc {

struct Operation {
  std::string op; // "+" .. "<<", of one part "~" and "-"; "" for an operand
  Piece text;     // all of it
  std::vector<Operation> parts;
};

Operation read_operation(const Piece& p); // throws SyntaxError

} // namespace mecc::mc
