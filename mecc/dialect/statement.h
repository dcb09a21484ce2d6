// Declarations of objects in memory inside functions. There is no stack, so such an object is
// always static, and its initialiser becomes an assignment:
//
//     __declspec(sram) int total = start();   ->   static <sram> int total; total = start();
//
// A pointer to SRAM is itself in a register and stays automatic.
#pragma once

#include "mecc/dialect/tokens.h"

#include <llvm/ADT/StringSet.h>

namespace mecc::dialect {

// `statement` ends with ';' and names a memory, or one of `typedefs` that does. In a function body
// it may be rewritten as above. New type names with a memory are added to `typedefs`.
Tokens place_statement(clang::Preprocessor& pp, Tokens statement, bool in_body,
                       llvm::StringSet<>& typedefs);

} // namespace mecc::dialect
