// Declarations of objects in memory inside functions. There is no stack, so such an object is
// static whatever the source says, and its initialiser becomes an assignment:
//
//     __declspec(sram) int total = start();   ->   static <sram> int total; total = start();
//
// A pointer to SRAM is not in SRAM; it stays automatic.
#pragma once

#include "mecc/dialect/tokens.h"

#include <llvm/ADT/StringSet.h>

namespace mecc::dialect {

// `statement` ends with ';' and names a memory (or one of `typedefs`, which do). In a function body
// the result may be rewritten as above. Type names whose objects are in memory join `typedefs`.
Tokens place_statement(clang::Preprocessor& pp, Tokens statement, bool in_body,
                       llvm::StringSet<>& typedefs);

} // namespace mecc::dialect
